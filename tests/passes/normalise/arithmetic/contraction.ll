; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-contraction %s 2>&1 | FileCheck %s

; What Clang leaves open is fused where the CPU has an instruction, for half only where it computes
; with half, and is a product and a sum elsewhere.

declare float @llvm.fmuladd.f32(float, float, float)
declare <4 x double> @llvm.fmuladd.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare half @llvm.fmuladd.f16(half, half, half)

; CHECK-LABEL: @fuses
; CHECK: %r = call nnan float @llvm.fma.f32(float 3.000000e+00, float 3.000000e+00, float %c)
define float @fuses(float %c) #0 {
  %r = call nnan float @llvm.fmuladd.f32(float 3.0, float 3.0, float %c)
  ret float %r
}

; CHECK-LABEL: @fuses_vectors
; CHECK: call <4 x double> @llvm.fma.v4f64(
define <4 x double> @fuses_vectors(<4 x double> %a, <4 x double> %b, <4 x double> %c) #0 {
  %r = call <4 x double> @llvm.fmuladd.v4f64(<4 x double> %a, <4 x double> %b, <4 x double> %c)
  ret <4 x double> %r
}

; CHECK-LABEL: @half_in_float
; CHECK: %[[P:.*]] = fmul half %a, %b
; CHECK: %r = fadd half %[[P]], %c
define half @half_in_float(half %a, half %b, half %c) #0 {
  %r = call half @llvm.fmuladd.f16(half %a, half %b, half %c)
  ret half %r
}

; CHECK-LABEL: @half
; CHECK: call half @llvm.fma.f16(
define half @half(half %a, half %b, half %c) #1 {
  %r = call half @llvm.fmuladd.f16(half %a, half %b, half %c)
  ret half %r
}

; CHECK-LABEL: @apart
; CHECK: %[[P:.*]] = fmul nnan float %a, %b
; CHECK: %r = fadd nnan float %[[P]], %c
define float @apart(float %a, float %b, float %c) #2 {
  %r = call nnan float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %r
}

attributes #0 = { "target-features"="+avx,+avx2,+fma" }
attributes #1 = { "target-features"="+avx,+avx2,+avx512fp16,+fma" }
attributes #2 = { "target-features"="+avx" }
