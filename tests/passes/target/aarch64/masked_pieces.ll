; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: aarch64-registered-target
; RUN: weft-opt -cpu=neoverse-v2 -passes=weft-masked-pieces %s | FileCheck %s
; RUN: weft-opt -cpu=cortex-a76 -passes=weft-masked-pieces %s | FileCheck --check-prefix=NEON %s

; Masked accesses of several registers become those of one each, whose alignment is known no better than before.
; Without instructions for the pieces, and where one register holds the access, it stays.

define <8 x float> @long(ptr %from, ptr %to, <8 x i1> %mask, <8 x float> %other) {
; CHECK-LABEL: @long(
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 32 %from
; CHECK: getelementptr i8, ptr %from, i64 16
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> {{.*}}, ptr align 4 %to
; CHECK: getelementptr i8, ptr %to, i64 16
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> {{.*}}, ptr align 4
; CHECK-NOT: v8f32
; NEON-LABEL: @long(
; NEON: @llvm.masked.load.v8f32
; NEON: @llvm.masked.store.v8f32
  %value = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 32 %from, <8 x i1> %mask, <8 x float> %other)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %value, ptr align 4 %to, <8 x i1> %mask)
  ret <8 x float> %value
}

define <4 x i32> @short(ptr %from, <4 x i1> %mask) {
; CHECK-LABEL: @short(
; CHECK-NEXT: call <4 x i32> @llvm.masked.load.v4i32
; CHECK-NEXT: ret
  %value = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %from, <4 x i1> %mask, <4 x i32> zeroinitializer)
  ret <4 x i32> %value
}
