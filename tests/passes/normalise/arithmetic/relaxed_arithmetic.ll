; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-relaxed-arithmetic %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64 -passes=weft-relaxed-arithmetic %s 2>&1 | FileCheck %s --check-prefix=TWICE

; A product with one use is fused with the sum that uses it, where the CPU can; of two products the
; first one. No flag stays but those of finite numbers.
; CHECK-LABEL: define <2 x float> @sums(
; CHECK-NEXT: %p = fmul <2 x float> %b, %a
; CHECK-NEXT: %both = call <2 x float> @llvm.fma.v2f32(<2 x float> %a, <2 x float> %b, <2 x float> %p)
; CHECK-NEXT: %[[C:.*]] = fneg nnan <2 x float> %c
; CHECK-NEXT: %less = call nnan <2 x float> @llvm.fma.v2f32(<2 x float> %both, <2 x float> %b, <2 x float> %[[C]])
; CHECK-NEXT: %[[LESS:.*]] = fneg <2 x float> %less
; CHECK-NEXT: %from = call <2 x float> @llvm.fma.v2f32(<2 x float> %[[LESS]], <2 x float> %a, <2 x float> %c)
; CHECK-NEXT: ret
; TWICE-LABEL: define <2 x float> @sums(
; TWICE-NOT: fma
; TWICE-NOT: contract
; TWICE: ret
define <2 x float> @sums(<2 x float> %a, <2 x float> %b, <2 x float> %c) {
  %o = fmul contract <2 x float> %a, %b
  %p = fmul contract <2 x float> %b, %a
  %both = fadd contract <2 x float> %o, %p
  %q = fmul reassoc nnan contract <2 x float> %both, %b
  %less = fsub nnan contract <2 x float> %q, %c
  %r = fmul contract <2 x float> %less, %a
  %from = fsub contract <2 x float> %c, %r
  ret <2 x float> %from
}

; Nor does a product that another instruction uses, one without permission, or one of halves.
; CHECK-LABEL: define float @others(
; CHECK-NOT: fma
; CHECK: %h = fadd half
; CHECK: %d = fdiv float %s, %b
; CHECK: %n = call nnan ninf float @llvm.sqrt.f32(float %d)
; CHECK-NOT: fma
; CHECK: ret
define float @others(float %a, float %b, half %x) {
  %m = fmul contract float %a, %b
  %s = fadd contract float %m, %m
  %u = fmul float %a, %a
  %t = fadd contract float %u, %s
  %v = fmul contract float %b, %b
  %w = fadd float %v, %t
  %g = fmul contract half %x, %x
  %h = fadd contract half %g, %x
  %d = fdiv arcp afn nsz float %s, %b
  %n = call fast float @llvm.sqrt.f32(float %d)
  %e = fpext half %h to float
  %z = fsub float %w, %n
  %y = fsub float %z, %e
  ret float %y
}
declare float @llvm.sqrt.f32(float)
