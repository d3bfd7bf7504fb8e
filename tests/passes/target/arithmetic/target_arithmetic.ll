; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s

; Without an instruction for it a fused operation becomes others; that of doubles keeps a call for
; operands that are extreme.

; CHECK-LABEL: @of_floats
define <4 x float> @of_floats(<4 x float> %a, <4 x float> %b, <4 x float> %c) #0 {
  ; CHECK: %[[A:.*]] = fpext <4 x float> %a to <4 x double>
  ; CHECK: %[[B:.*]] = fpext <4 x float> %b to <4 x double>
  ; CHECK: fmul <4 x double> %[[A]], %[[B]]
  ; CHECK: fcmp one <4 x double>
  ; CHECK-NOT: @llvm.fma
  ; CHECK: fptrunc <4 x double> %{{.*}} to <4 x float>
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  ret <4 x float> %r
}

; CHECK-LABEL: @of_doubles
define <2 x double> @of_doubles(<2 x double> %a, <2 x double> %b, <2 x double> %c) #0 {
  ; CHECK: fmul <2 x double> %a, splat (double 0x41A0000002000000)
  ; CHECK: %[[EXTREME:.*]] = call i1 @llvm.vector.reduce.or.v2i1
  ; CHECK: br i1 %[[EXTREME]], label %[[RARE:.*]], label %[[COMMON:.*]], !prof
  ; CHECK: [[RARE]]:
  ; CHECK-NEXT: %[[EXACT:.*]] = call <2 x double> @llvm.fma.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ; CHECK: phi <2 x double> [ %[[EXACT]], %[[RARE]] ]
  %r = call <2 x double> @llvm.fma.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ret <2 x double> %r
}

; CHECK-LABEL: @with_instruction
; CHECK-NEXT: call double @llvm.fma.f64
define double @with_instruction(double %a, double %b, double %c) #1 {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

attributes #0 = { "target-features"="+sse4.2" }
attributes #1 = { "target-features"="+avx,+fma" }
