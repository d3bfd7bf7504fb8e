; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: aarch64-registered-target
; RUN: weft-opt -cpu=neoverse-n1 -passes=weft-float-workarounds %s | FileCheck %s

; CHECK-LABEL: @negated
; CHECK: %[[FENCED:.*]] = call double @llvm.arithmetic.fence.f64(double %sum)
; CHECK: fneg double %[[FENCED]]
define double @negated(double %a, double %b, double %c) {
  %sum = call double @llvm.fma.f64(double %a, double %b, double %c)
  %r = fneg double %sum
  ret double %r
}

; CHECK-LABEL: @negatedContracted
; CHECK: call float @llvm.arithmetic.fence.f32(float %sum)
define float @negatedContracted(float %a, float %b, float %c) {
  %product = fmul contract float %a, %b
  %sum = fadd contract float %product, %c
  %r = fneg float %sum
  ret float %r
}

; Where zeros have no sign, in vectors and of other values the negation stays.
; CHECK-LABEL: @stays
; CHECK-NOT: fence
define <2 x float> @stays(<2 x float> %a, <2 x float> %b, float %c) {
  %sum = call <2 x float> @llvm.fma.v2f32(<2 x float> %a, <2 x float> %b, <2 x float> %b)
  %r = fneg <2 x float> %sum
  %one = call float @llvm.fma.f32(float %c, float %c, float 1.0)
  %n = fneg nsz float %one
  %p = fadd float %n, %c
  %q = fneg float %p
  %s = insertelement <2 x float> %r, float %q, i32 0
  ret <2 x float> %s
}

; CHECK-LABEL: @clamped
; CHECK: %[[FENCED:.*]] = call <4 x float> @llvm.arithmetic.fence.v4f32(<4 x float> %x)
; CHECK: select <4 x i1> %less, <4 x float> %[[FENCED]], <4 x float> splat (float 2.550000e+02)
define <4 x float> @clamped(<4 x float> %x) {
  %less = fcmp olt <4 x float> %x, splat (float 2.55e+02)
  %r = select <4 x i1> %less, <4 x float> %x, <4 x float> splat (float 2.55e+02)
  ret <4 x float> %r
}

; Comparisons with the same number become one with the least operand.
; CHECK-LABEL: @outside
; CHECK-DAG: %[[X:.*]] = call float @llvm.canonicalize.f32(float %x)
; CHECK-DAG: %[[Y:.*]] = call float @llvm.canonicalize.f32(float %y)
; CHECK-DAG: fcmp olt float %[[X]], 0.000000e+00
; CHECK-DAG: fcmp olt float %[[Y]], 0.000000e+00
; CHECK: fcmp ogt float %x, %width
define i1 @outside(float %x, float %y, float %z, float %width) {
  %left = fcmp olt float %x, 0.0
  %below = fcmp olt float %y, 0.0
  %out = or i1 %left, %below
  %finite = fcmp olt float %z, 1.0
  %r = and i1 %out, %finite
  %right = fcmp ogt float %x, %width
  %s = xor i1 %r, %right
  ret i1 %s
}

; CHECK-LABEL: @greatest
; CHECK: %[[X:.*]] = call float @llvm.canonicalize.f32(float %x)
; CHECK: %[[Y:.*]] = call float @llvm.canonicalize.f32(float %y)
; CHECK: call float @llvm.maxnum.f32(float %[[X]], float %[[Y]])
define float @greatest(float %x, float %y) {
  %r = call float @llvm.maxnum.f32(float %x, float %y)
  ret float %r
}

; CHECK-LABEL: @least
; CHECK: %[[X:.*]] = call float @llvm.canonicalize.f32(float %x)
; CHECK: call float @llvm.minnum.f32(float %[[X]], float 1.000000e+00)
define float @least(float %x) {
  %r = call float @llvm.minnum.f32(float %x, float 1.0)
  ret float %r
}

; CHECK-LABEL: @ofLongRegisters
; CHECK: %[[NAN:.*]] = fcmp uno <8 x float> %x, %x
; CHECK: %[[X:.*]] = select <8 x i1> %[[NAN]], <8 x float> splat (float 0x7FF8000000000000), <8 x float> %x
; CHECK: call <8 x float> @llvm.minnum.v8f32(<8 x float> %[[X]], <8 x float> splat (float 1.000000e+00))
define <8 x float> @ofLongRegisters(<8 x float> %x) vscale_range(2,2) {
  %r = call <8 x float> @llvm.minnum.v8f32(<8 x float> %x, <8 x float> splat (float 1.0))
  ret <8 x float> %r
}

; What arithmetic has made is no signaling NaN.
; CHECK-LABEL: @arithmetic
; CHECK-NOT: fence
; CHECK: call float @llvm.maxnum.f32(float %sum, float 0.000000e+00)
define float @arithmetic(float %x, float %y) {
  %sum = fadd float %x, %y
  %r = call float @llvm.maxnum.f32(float %sum, float 0.0)
  ret float %r
}
