; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-constant-operands %s 2>&1 | FileCheck %s

; Where a loop, or code outside loops, has more constants of floating-point instructions on vectors than stay in
; registers, they come from memory as wide as they are, once for each constant; zeros, constants of other
; instructions, of scalars and of half stay. A CPU that repeats numbers in its operands, or cannot repeat them at
; all, has no use for it.

; CHECK: @constant = private unnamed_addr constant <8 x float> splat (float 2.000000e+00)
; CHECK-NEXT: @constant.1 = private unnamed_addr constant <8 x float> splat (float 3.000000e+00)
; CHECK-COUNT-5: @constant.{{[2-6]}} = private unnamed_addr constant <8 x float>
; CHECK-NOT: @constant
; CHECK-LABEL: @polynomial
; CHECK: %[[A:.*]] = load <8 x float>, ptr @constant, align 32, !invariant.load
; CHECK: fmul <8 x float> %x, %[[A]]
; CHECK: %[[B:.*]] = load <8 x float>, ptr @constant, align 32, !invariant.load
; CHECK: %[[C:.*]] = load <8 x float>, ptr @constant.1, align 32, !invariant.load
; CHECK: call <8 x float> @llvm.fma.v8f32(<8 x float> %a, <8 x float> %[[B]], <8 x float> %[[C]])
; CHECK: fadd <8 x float> %g, zeroinitializer
; CHECK: fcmp olt <8 x float> %h, splat (float 5.000000e+00)
define <8 x float> @polynomial(<8 x float> %x) #0 {
  %a = fmul <8 x float> %x, splat (float 2.0)
  %b = call <8 x float> @llvm.fma.v8f32(<8 x float> %a, <8 x float> splat (float 2.0), <8 x float> splat (float 3.0))
  %c = fmul <8 x float> %b, splat (float 4.0)
  %d = fadd <8 x float> %c, splat (float 6.0)
  %e = fmul <8 x float> %d, splat (float 7.0)
  %f = fadd <8 x float> %e, splat (float 8.0)
  %g = fmul <8 x float> %f, splat (float 9.0)
  %h = fadd <8 x float> %g, zeroinitializer
  %low = fcmp olt <8 x float> %h, splat (float 5.0)
  %r = select <8 x i1> %low, <8 x float> %x, <8 x float> %h
  ret <8 x float> %r
}

; Each loop has its own constants.
; CHECK-LABEL: @few
; CHECK-NOT: load
; CHECK: ret void
define void @few(ptr %to, <8 x float> %x, i32 %n) #0 {
entry:
  %a = fmul <8 x float> %x, splat (float 2.0)
  %b = fadd <8 x float> %a, splat (float 3.0)
  %c = fadd <8 x float> %b, splat (float 4.0)
  %d = fmul <8 x float> %c, splat (float 5.0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %v = phi <8 x float> [ %d, %entry ], [ %z, %loop ]
  %y = fmul <8 x float> %v, splat (float 6.0)
  %w = fadd <8 x float> %y, splat (float 7.0)
  %z = fmul <8 x float> %w, splat (float 8.0)
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  store <8 x float> %z, ptr %to
  ret void
}

; CHECK-LABEL: @others
; CHECK: fmul float %x, 7.000000e+00
; CHECK: fmul <4 x float> %v, <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>
; CHECK: add <4 x i32> %i, splat (i32 1)
define <4 x float> @others(float %x, <4 x float> %v, <4 x i32> %i, ptr %to) #0 {
  %a = fmul float %x, 7.0
  store float %a, ptr %to
  %b = fmul <4 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0>
  %c = add <4 x i32> %i, splat (i32 1)
  %d = bitcast <4 x i32> %c to <4 x float>
  %r = fadd <4 x float> %b, %d
  ret <4 x float> %r
}

; CHECK-LABEL: @halves
; CHECK: fmul <8 x half> %x, splat (half
define <8 x half> @halves(<8 x half> %x) #0 {
  %r = fmul <8 x half> %x, splat (half 2.0)
  ret <8 x half> %r
}

; CHECK-LABEL: @repeats
; CHECK: fmul <8 x float> %x, splat (float 2.000000e+00)
define <8 x float> @repeats(<8 x float> %x) #1 {
  %r = fmul <8 x float> %x, splat (float 2.0)
  ret <8 x float> %r
}

; CHECK-LABEL: @cannot
; CHECK: fmul <4 x float> %x, splat (float 2.000000e+00)
define <4 x float> @cannot(<4 x float> %x) #2 {
  %r = fmul <4 x float> %x, splat (float 2.0)
  ret <4 x float> %r
}

attributes #0 = { "target-features"="+avx,+avx2,+fma" }
attributes #1 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl,+fma" }
attributes #2 = { "target-features"="+avx" }
