; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-mask-forms -stats %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-mask-forms %s 2>&1 | FileCheck %s --check-prefix=WIDE

; CHECK-LABEL: @counts(
; CHECK: [[NEXT:%.*]] = add <16 x i32> %count, splat (i32 1)
; CHECK: [[SUM:%.*]] = select <16 x i1> %mask, <16 x i32> [[NEXT]], <16 x i32> %count
; CHECK: ret <16 x i32> [[SUM]]
; WIDE-LABEL: @counts(
; WIDE-NOT: select
define <16 x i32> @counts(<16 x i32> %count, <16 x i1> %mask) {
  %one = zext <16 x i1> %mask to <16 x i32>
  %sum = add <16 x i32> %one, %count
  ret <16 x i32> %sum
}

; CHECK-LABEL: @countsDown(
; CHECK: [[NEXT:%.*]] = add <8 x i64> %count, splat (i64 -1)
; CHECK: select <8 x i1> %mask, <8 x i64> [[NEXT]], <8 x i64> %count
define <8 x i64> @countsDown(<8 x i64> %count, <8 x i1> %mask) {
  %minusOne = sext <8 x i1> %mask to <8 x i64>
  %sum = add <8 x i64> %minusOne, %count
  ret <8 x i64> %sum
}

; What else uses the extended mask keeps it.
; CHECK-LABEL: @keeps(
; CHECK-NOT: select
; CHECK: ret
define <16 x i32> @keeps(<16 x i32> %count, <16 x i1> %mask) {
  %one = zext <16 x i1> %mask to <16 x i32>
  %sum = add <16 x i32> %one, %count
  %product = mul <16 x i32> %sum, %one
  ret <16 x i32> %product
}

; Scalars, values that are no masks, and constants stay.
; CHECK-LABEL: @others(
; CHECK-NOT: select
; CHECK: ret
define i32 @others(i32 %count, i1 %bit, <16 x i8> %bytes, <16 x i1> %mask, ptr %to) {
  %one = zext i1 %bit to i32
  %sum = add i32 %one, %count
  %wide = zext <16 x i8> %bytes to <16 x i32>
  %sums = add <16 x i32> %wide, splat (i32 3)
  %ones = zext <16 x i1> %mask to <16 x i32>
  %constants = add <16 x i32> %ones, splat (i32 3)
  %all = xor <16 x i32> %sums, %constants
  store <16 x i32> %all, ptr %to
  ret i32 %sum
}

; CHECK: 2 weft-mask-forms - Sums with masks turned into masked sums
