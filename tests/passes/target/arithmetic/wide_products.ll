; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s

; Four products of halves take the place of what would be done lane by lane.

; CHECK-LABEL: @high_half
; CHECK-NOT: i128
; CHECK-COUNT-4: mul <4 x i64>
; CHECK-NOT: mul
define <4 x i64> @high_half(<4 x i64> %x, <4 x i64> %y) {
  %a = zext <4 x i64> %x to <4 x i128>
  %b = zext <4 x i64> %y to <4 x i128>
  %product = mul nuw <4 x i128> %a, %b
  %high = lshr <4 x i128> %product, splat (i128 64)
  %result = trunc <4 x i128> %high to <4 x i64>
  ret <4 x i64> %result
}

; The product is needed as a whole.
; CHECK-LABEL: @whole_product
; CHECK: mul nuw <4 x i128>
define <4 x i128> @whole_product(<4 x i64> %x, <4 x i64> %y) {
  %a = zext <4 x i64> %x to <4 x i128>
  %b = zext <4 x i64> %y to <4 x i128>
  %product = mul nuw <4 x i128> %a, %b
  ret <4 x i128> %product
}

; CHECK-LABEL: @quotient
; CHECK-NOT: udiv
; CHECK-COUNT-4: mul <4 x i64>
; CHECK-NOT: mul
define <4 x i64> @quotient(<4 x i64> %x) {
  %q = udiv <4 x i64> %x, splat (i64 1000)
  ret <4 x i64> %q
}

; CHECK-LABEL: @signed_remainder
; CHECK-NOT: srem
; CHECK-COUNT-5: mul <4 x i64>
; CHECK-NOT: mul
define <4 x i64> @signed_remainder(<4 x i64> %x) {
  %q = srem <4 x i64> %x, splat (i64 -7)
  ret <4 x i64> %q
}

; Shifts are LLVM's to find, and one work-item has an instruction for the high half.
; CHECK-LABEL: @power_of_two
; CHECK: udiv <4 x i64> %x, splat (i64 4096)
define <4 x i64> @power_of_two(<4 x i64> %x) {
  %q = udiv <4 x i64> %x, splat (i64 4096)
  ret <4 x i64> %q
}

; CHECK-LABEL: @single
; CHECK: udiv i64 %x, 1000
define i64 @single(i64 %x) {
  %q = udiv i64 %x, 1000
  ret i64 %q
}
