; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-narrow-integers,dce %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline -passes=weft-canonical-form %s 2>&1 | FileCheck %s

; What fits in 16 bits is computed in 16 bits between bytes and bytes.

; CHECK-LABEL: @edge
define void @edge(ptr %in, ptr %out) {
  %a = load i8, ptr %in
  %b.at = getelementptr i8, ptr %in, i64 1
  %b = load i8, ptr %b.at
  ; CHECK-DAG: %[[A:.*]] = zext i8 %a to i16
  ; CHECK-DAG: %[[B:.*]] = zext i8 %b to i16
  %wide.a = zext i8 %a to i32
  %wide.b = zext i8 %b to i32
  ; CHECK: %[[D:.*]] = sub i16 %[[A]], %[[B]]
  ; CHECK: %[[T:.*]] = mul i16 %[[D]], 3
  ; CHECK: %[[M:.*]] = call i16 @llvm.abs.i16(i16 %[[T]], i1 false)
  ; CHECK: %[[L:.*]] = call i16 @llvm.umin.i16(i16 %[[M]], i16 255)
  ; CHECK: trunc i16 %[[L]] to i8
  %difference = sub nsw i32 %wide.a, %wide.b
  %thrice = mul nsw i32 %difference, 3
  %magnitude = call i32 @llvm.abs.i32(i32 %thrice, i1 true)
  %limited = call i32 @llvm.umin.i32(i32 %magnitude, i32 255)
  %result = trunc i32 %limited to i8
  store i8 %result, ptr %out
  ret void
}

; So does twice a difference, which may be negative.
; CHECK-LABEL: @twice
define void @twice(ptr %in, ptr %out) {
  %a = load i8, ptr %in
  %b.at = getelementptr i8, ptr %in, i64 1
  %b = load i8, ptr %b.at
  %wide.a = zext i8 %a to i32
  %wide.b = zext i8 %b to i32
  ; CHECK: %[[D:.*]] = sub i16
  ; CHECK: %[[T:.*]] = shl i16 %[[D]], 1
  ; CHECK: call i16 @llvm.abs.i16(i16 %[[T]], i1 false)
  %difference = sub nsw i32 %wide.a, %wide.b
  %double = shl nsw i32 %difference, 1
  %magnitude = call i32 @llvm.abs.i32(i32 %double, i1 true)
  %limited = call i32 @llvm.umin.i32(i32 %magnitude, i32 255)
  %result = trunc i32 %limited to i8
  store i8 %result, ptr %out
  ret void
}

; Products of products need more bits, and a few operations are not worth extensions.
; CHECK-LABEL: @wide
; CHECK-NOT: i16
; CHECK: ret void
define void @wide(ptr %in, ptr %out) {
  %a = load i8, ptr %in
  %b.at = getelementptr i8, ptr %in, i64 1
  %b = load i8, ptr %b.at
  %wide.a = zext i8 %a to i32
  %wide.b = zext i8 %b to i32
  %product = mul nsw i32 %wide.a, %wide.b
  %square = mul nsw i32 %product, %product
  store i32 %square, ptr %out
  ret void
}
