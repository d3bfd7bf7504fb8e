; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-workarounds %s | FileCheck --check-prefixes=CHECK,MASKS %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-workarounds %s | FileCheck --check-prefixes=CHECK,OTHERS %s

; A selection of bits by a constant gets a fence before lanes are selected, where these have mask
; registers.
; CHECK-LABEL: @bits
; CHECK: %bits = or disjoint
; MASKS-NEXT: %[[REALS:.*]] = bitcast <16 x i32> %bits to <16 x float>
; MASKS-NEXT: %[[FENCE:.*]] = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %[[REALS]])
; MASKS-NEXT: %[[APART:.*]] = bitcast <16 x float> %[[FENCE]] to <16 x i32>
; MASKS-NEXT: select <16 x i1> %mask, <16 x i32> %[[APART]], <16 x i32> %a
; OTHERS-NEXT: select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %a
define <16 x i32> @bits(<16 x i32> %a, <16 x i32> %b, <16 x i1> %mask) {
  %x = and <16 x i32> %a, splat (i32 4)
  %y = and <16 x i32> %b, splat (i32 -5)
  %bits = or disjoint <16 x i32> %x, %y
  %r = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %a
  ret <16 x i32> %r
}

; In its other form, in the other arm, and with 64 bits.
; CHECK-LABEL: @others
; MASKS: call <8 x double> @llvm.arithmetic.fence
; CHECK: ret
define <8 x i64> @others(<8 x i64> %a, <8 x i64> %b, <8 x i1> %mask) {
  %x = xor <8 x i64> %a, %b
  %y = and <8 x i64> %x, splat (i64 255)
  %bits = xor <8 x i64> %y, %b
  %r = select <8 x i1> %mask, <8 x i64> %a, <8 x i64> %bits
  ret <8 x i64> %r
}

; Signs are selected in the same way.
; CHECK-LABEL: @signs
; MASKS: call <16 x float> @llvm.arithmetic.fence
; CHECK: ret
define <16 x i32> @signs(<16 x float> %a, <16 x float> %b, <16 x i32> %c, <16 x i1> %mask) {
  %x = call <16 x float> @llvm.copysign.v16f32(<16 x float> %a, <16 x float> %b)
  %bits = bitcast <16 x float> %x to <16 x i32>
  %r = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %c
  ret <16 x i32> %r
}

; What the same mask has selected is permuted by shuffles, or by lanes' numbers.
; CHECK-LABEL: @permuted
; CHECK: %moved = shufflevector
; MASKS: call <16 x float> @llvm.arithmetic.fence
; OTHERS-NOT: fence
; CHECK: ret
define <16 x i32> @permuted(<16 x i32> %a, <16 x i32> %b, i16 %bits) {
  %mask = bitcast i16 %bits to <16 x i1>
  %active = select <16 x i1> %mask, <16 x i32> %a, <16 x i32> zeroinitializer
  %moved = shufflevector <16 x i32> %active, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %other = bitcast i16 %bits to <16 x i1>
  %r = select <16 x i1> %other, <16 x i32> %moved, <16 x i32> %b
  ret <16 x i32> %r
}

; One element of it goes to all lanes.
; CHECK-LABEL: @broadcast
; CHECK: %all = shufflevector
; MASKS: call <16 x float> @llvm.arithmetic.fence
; OTHERS-NOT: fence
; CHECK: ret
define <16 x i32> @broadcast(<16 x i32> %a, <16 x i32> %b, <16 x i1> %mask) {
  %active = select <16 x i1> %mask, <16 x i32> %a, <16 x i32> zeroinitializer
  %one = extractelement <16 x i32> %active, i32 13
  %first = insertelement <16 x i32> poison, i32 %one, i32 0
  %all = shufflevector <16 x i32> %first, <16 x i32> poison, <16 x i32> zeroinitializer
  %r = select <16 x i1> %mask, <16 x i32> %all, <16 x i32> %b
  ret <16 x i32> %r
}

; CHECK-LABEL: @by_numbers
; MASKS: call <16 x float> @llvm.arithmetic.fence
; CHECK: ret
define <16 x i32> @by_numbers(<16 x i32> %a, <16 x i32> %b, <16 x i32> %numbers, <16 x i1> %mask) {
  %active = select <16 x i1> %mask, <16 x i32> %a, <16 x i32> zeroinitializer
  %moved = call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> %active, <16 x i32> %numbers)
  %r = select <16 x i1> %mask, <16 x i32> %moved, <16 x i32> %b
  ret <16 x i32> %r
}

; Bytes, too.
; CHECK-LABEL: @bytes
; MASKS: call <16 x float> @llvm.arithmetic.fence
; CHECK: ret
define <64 x i8> @bytes(<64 x i8> %a, <64 x i8> %b, <64 x i1> %mask) {
  %active = select <64 x i1> %mask, <64 x i8> %a, <64 x i8> zeroinitializer
  %moved = shufflevector <64 x i8> %active, <64 x i8> poison, <64 x i32> <i32 63, i32 62, i32 61, i32 60, i32 59, i32 58, i32 57, i32 56, i32 55, i32 54, i32 53, i32 52, i32 51, i32 50, i32 49, i32 48, i32 47, i32 46, i32 45, i32 44, i32 43, i32 42, i32 41, i32 40, i32 39, i32 38, i32 37, i32 36, i32 35, i32 34, i32 33, i32 32, i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %r = select <64 x i1> %mask, <64 x i8> %moved, <64 x i8> %b
  ret <64 x i8> %r
}

; Two lanes are enough.
; CHECK-LABEL: @pair
; MASKS: call <2 x float> @llvm.arithmetic.fence
; CHECK: ret
define <2 x i32> @pair(<2 x i32> %a, <2 x i32> %b, <2 x i1> %mask) {
  %x = and <2 x i32> %a, splat (i32 4)
  %y = and <2 x i32> %b, splat (i32 -5)
  %bits = or disjoint <2 x i32> %x, %y
  %r = select <2 x i1> %mask, <2 x i32> %bits, <2 x i32> %a
  ret <2 x i32> %r
}

; Other operations stay, selections of bits by numbers that vary, and permutations under another mask.
; CHECK-LABEL: @stay
; CHECK-NOT: fence
; CHECK: ret
define <16 x i32> @stay(<16 x i32> %a, <16 x i32> %b, <16 x i32> %c, <16 x i1> %mask, <16 x i1> %else) {
  %x = and <16 x i32> %a, splat (i32 4)
  %one = or <16 x i32> %x, %b
  %r = select <16 x i1> %mask, <16 x i32> %one, <16 x i32> %a
  %not = xor <16 x i32> %c, splat (i32 -1)
  %y = and <16 x i32> %a, %not
  %z = and <16 x i32> %b, %c
  %bits = or disjoint <16 x i32> %y, %z
  %s = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %r
  %moved = shufflevector <16 x i32> %s, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %t = select <16 x i1> %else, <16 x i32> %moved, <16 x i32> %a
  ret <16 x i32> %t
}
