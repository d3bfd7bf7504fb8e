; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-operation-checks %s 2>&1 | FileCheck %s

; Operations without a defined result are reported; they themselves stay as they are.

; CHECK-LABEL: define i32 @quotient(
define i32 @quotient(i32 %a, i32 %b) "weft-user-code" {
  ; CHECK: %[[DEFINED:.*]] = and i1
  ; CHECK: %[[ALL:.*]] = call i1 @__weft_all_lanes(i1 %[[DEFINED]])
  ; CHECK: br i1 %[[ALL]], label %[[NEXT:.*]], label %[[COLD:.*]], !prof
  ; CHECK: [[COLD]]:
  ; CHECK: br i1 %[[DEFINED]], label %[[NEXT]], label %mistake
  ; CHECK: mistake:
  ; CHECK: call void @__weft_mistake_3_int(i64 %{{.*}}, i64 %{{.*}})
  ; CHECK: [[NEXT]]:
  ; CHECK-NEXT: %q = sdiv i32 %a, %b
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: define i32 @known(
define i32 @known(i32 %a) "weft-user-code" {
  ; CHECK-NOT: br
  ; CHECK: ret i32
  %q = udiv i32 %a, 3
  %s = shl i32 %q, 7
  ret i32 %s
}

; What Clang reduces is the amount.
; CHECK-LABEL: define i64 @shift(
define i64 @shift(i64 %a, i64 %b) "weft-user-code" {
  ; CHECK: %[[DEFINED:.*]] = icmp ult i64 %b, 64
  ; CHECK: call void @__weft_mistake_5_ulong(i64 %b, i64 64)
  %amount = and i64 %b, 63
  %s = lshr i64 %a, %amount
  ret i64 %s
}

; CHECK-LABEL: define <2 x i8> @conversion(
define <2 x i8> @conversion(<2 x float> %x) "weft-user-code" {
  ; CHECK: fcmp ogt <2 x float> %x, splat (float -1.000000e+00)
  ; CHECK: fcmp olt <2 x float> %x, splat (float 2.560000e+02)
  ; CHECK: call void @__weft_mistake_6_uchar(i64 %{{.*}}, i64 %{{.*}})
  %i = fptoui <2 x float> %x to <2 x i8>
  ret <2 x i8> %i
}

; The library's own arithmetic is not the program's.
; CHECK-LABEL: define i32 @library(
define i32 @library(i32 %a, i32 %b) {
  ; CHECK-NOT: br
  ; CHECK: ret i32
  %q = sdiv i32 %a, %b
  ret i32 %q
}
