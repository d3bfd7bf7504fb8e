; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s

; Reciprocal roots of floats come from the CPU's estimate and its residual, in pieces that its
; instructions take; without an estimate they are quotients.

declare float @_Z12__weft_rsqrtf(float)
declare <3 x float> @_Z12__weft_rsqrtDv3_f(<3 x float>)
declare <8 x float> @_Z12__weft_rsqrtDv8_f(<8 x float>)
declare <32 x float> @_Z12__weft_rsqrtDv32_f(<32 x float>)

; CHECK-LABEL: @vector
define <32 x float> @vector(<32 x float> %x) #0 {
  ; CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %{{.*}}, <16 x float> zeroinitializer, i16 -1)
  ; CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float>
  ; CHECK: %[[E:.*]] = call <32 x float> @llvm.fma.v32f32(
  ; CHECK: %[[LESS:.*]] = fcmp olt <32 x float> %[[E]], splat (float 1.000000e+00)
  ; CHECK: %[[KNOWN:.*]] = select <32 x i1> %[[LESS]], <32 x float> %[[E]], <32 x float> splat (float 1.000000e+00)
  ; CHECK: call <32 x float> @llvm.fma.v32f32(<32 x float> %{{.*}}, <32 x float> %[[KNOWN]], <32 x float> %{{.*}})
  ; CHECK-NOT: __weft_rsqrt
  %r = call <32 x float> @_Z12__weft_rsqrtDv32_f(<32 x float> %x)
  ret <32 x float> %r
}

; CHECK-LABEL: @one
define float @one(float %x) #0 {
  ; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ss(
  ; CHECK: call float @llvm.fma.f32(
  %r = call float @_Z12__weft_rsqrtf(float %x)
  ret float %r
}

; CHECK-LABEL: @three
define <3 x float> @three(<3 x float> %x) #0 {
  ; CHECK: %[[FOUR:.*]] = shufflevector <3 x float> %x, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  ; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(<4 x float> %[[FOUR]], <4 x float> zeroinitializer, i8 -1)
  ; CHECK: call <3 x float> @llvm.fma.v3f32(
  %r = call <3 x float> @_Z12__weft_rsqrtDv3_f(<3 x float> %x)
  ret <3 x float> %r
}

; CHECK-LABEL: @without
define <8 x float> @without(<8 x float> %x) #1 {
  ; CHECK-NEXT: %[[ROOT:.*]] = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  ; CHECK-NEXT: fdiv <8 x float> splat (float 1.000000e+00), %[[ROOT]]
  %r = call <8 x float> @_Z12__weft_rsqrtDv8_f(<8 x float> %x)
  ret <8 x float> %r
}

attributes #0 = { "target-features"="+avx,+fma,+avx512vl" }
attributes #1 = { "target-features"="+avx,+fma" }
