; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: aarch64-registered-target
; RUN: weft-opt -cpu=generic -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s

; Reciprocal roots of floats come from the estimate of each register and a step of Newton's, which 0 and
; infinity are kept from, and from the residual of that.

declare float @_Z12__weft_rsqrtf(float)
declare <3 x float> @_Z12__weft_rsqrtDv3_f(<3 x float>)
declare <8 x float> @_Z12__weft_rsqrtDv8_f(<8 x float>)

; CHECK-LABEL: @vector
define <8 x float> @vector(<8 x float> %x) {
  ; CHECK: %[[ROUGH:.*]] = call <4 x float> @llvm.aarch64.neon.frsqrte.v4f32(<4 x float> %[[X:.*]])
  ; CHECK: %[[PRODUCT:.*]] = fmul <4 x float> %[[X]], %[[ROUGH]]
  ; CHECK: %[[STEP:.*]] = call <4 x float> @llvm.aarch64.neon.frsqrts.v4f32(<4 x float> %[[PRODUCT]], <4 x float> %[[ROUGH]])
  ; CHECK: %[[NUMBER:.*]] = fcmp ord <4 x float> %[[STEP]]
  ; CHECK: %[[KEPT:.*]] = select <4 x i1> %[[NUMBER]], <4 x float> %[[STEP]], <4 x float> splat (float 1.000000e+00)
  ; CHECK: fmul <4 x float> %[[ROUGH]], %[[KEPT]]
  ; CHECK: call <4 x float> @llvm.aarch64.neon.frsqrte.v4f32(
  ; CHECK: call <8 x float> @llvm.fma.v8f32(
  ; CHECK-NOT: __weft_rsqrt
  %r = call <8 x float> @_Z12__weft_rsqrtDv8_f(<8 x float> %x)
  ret <8 x float> %r
}

; CHECK-LABEL: @one
define float @one(float %x) {
  ; CHECK: call float @llvm.aarch64.neon.frsqrte.f32(float %x)
  ; CHECK: call float @llvm.fma.f32(
  %r = call float @_Z12__weft_rsqrtf(float %x)
  ret float %r
}

; CHECK-LABEL: @three
define <3 x float> @three(<3 x float> %x) {
  ; CHECK: %[[FOUR:.*]] = shufflevector <3 x float> %x, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  ; CHECK: call <4 x float> @llvm.aarch64.neon.frsqrte.v4f32(<4 x float> %[[FOUR]])
  ; CHECK: call <3 x float> @llvm.fma.v3f32(
  %r = call <3 x float> @_Z12__weft_rsqrtDv3_f(<3 x float> %x)
  ret <3 x float> %r
}
