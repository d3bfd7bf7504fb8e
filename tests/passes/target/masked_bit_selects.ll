; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-masked-bit-selects %s | FileCheck --check-prefixes=CHECK,MASKS %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-masked-bit-selects %s | FileCheck --check-prefixes=CHECK,OTHERS %s

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

; Other operations stay, and selections by numbers that vary.
; CHECK-LABEL: @stay
; CHECK-NOT: fence
; CHECK: ret
define <16 x i32> @stay(<16 x i32> %a, <16 x i32> %b, <16 x i32> %c, <16 x i1> %mask) {
  %x = and <16 x i32> %a, splat (i32 4)
  %one = or <16 x i32> %x, %b
  %r = select <16 x i1> %mask, <16 x i32> %one, <16 x i32> %a
  %not = xor <16 x i32> %c, splat (i32 -1)
  %y = and <16 x i32> %a, %not
  %z = and <16 x i32> %b, %c
  %bits = or disjoint <16 x i32> %y, %z
  %s = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %r
  ret <16 x i32> %s
}
