; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s

; Without instructions for half its operations are float's; what would be rounded twice is rounded to
; odd first.

; CHECK-LABEL: @minima
define <8 x half> @minima(<8 x half> %a, <8 x half> %b) #0 {
  ; CHECK: %[[A:.*]] = fpext <8 x half> %a to <8 x float>
  ; CHECK: %[[B:.*]] = fpext <8 x half> %b to <8 x float>
  ; CHECK: %[[R:.*]] = call <8 x float> @llvm.minnum.v8f32(<8 x float> %[[A]], <8 x float> %[[B]])
  ; CHECK: fptrunc <8 x float> %[[R]] to <8 x half>
  %r = call <8 x half> @llvm.minnum.v8f16(<8 x half> %a, <8 x half> %b)
  ret <8 x half> %r
}

; CHECK-LABEL: @fused
define <8 x half> @fused(<8 x half> %a, <8 x half> %b, <8 x half> %c) #0 {
  ; CHECK: %[[PRODUCT:.*]] = fmul <8 x float>
  ; CHECK: %[[SUM:.*]] = fadd <8 x float> %[[PRODUCT]]
  ; CHECK: fcmp one <8 x float>
  ; CHECK: bitcast <8 x float> %[[SUM]] to <8 x i32>
  ; CHECK: or <8 x i32> %{{.*}}, splat (i32 1)
  ; CHECK-NOT: @llvm.fma
  ; CHECK: fptrunc <8 x float> %{{.*}} to <8 x half>
  %r = call <8 x half> @llvm.fma.v8f16(<8 x half> %a, <8 x half> %b, <8 x half> %c)
  ret <8 x half> %r
}

; CHECK-LABEL: @of_double
define half @of_double(double %x) #0 {
  ; CHECK: %[[NEAREST:.*]] = fptrunc double %x to float
  ; CHECK: %[[SEEN:.*]] = fpext float %[[NEAREST]] to double
  ; CHECK: fcmp one double %[[SEEN]], %x
  ; CHECK-NOT: fptrunc double
  ; CHECK: fptrunc float %{{.*}} to half
  %r = fptrunc double %x to half
  ret half %r
}

; CHECK-LABEL: @with_instructions
; CHECK-NEXT: call half @llvm.fma.f16
; CHECK-NEXT: fptrunc double
define half @with_instructions(half %a, double %x) #1 {
  %r = call half @llvm.fma.f16(half %a, half %a, half %a)
  %h = fptrunc double %x to half
  %sum = fadd half %r, %h
  ret half %sum
}

attributes #0 = { "target-features"="+avx,+f16c" }
attributes #1 = { "target-features"="+avx,+avx512fp16" }
