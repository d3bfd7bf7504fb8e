; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 -passes=weft-hoist-shuffles %s 2>&1 | FileCheck %s

; What is computed before components are picked out of wide vectors is computed after it, unless
; that needs more shuffles.

; CHECK-LABEL: @squares
; CHECK-NOT: fmul <32 x float>
; CHECK: %[[Y:.*]] = shufflevector <32 x float> %v, <32 x float> poison, <8 x i32> <i32 1,
; CHECK: %[[YY:.*]] = fmul <8 x float> %[[Y]], %[[Y]]
; CHECK: %[[W:.*]] = shufflevector <32 x float> %v, <32 x float> poison, <8 x i32> <i32 3,
; CHECK: %[[WW:.*]] = fmul <8 x float> %[[W]], %[[W]]
; CHECK: fadd <8 x float> %[[YY]], %[[WW]]
define <8 x float> @squares(ptr %p) {
  %v = load <32 x float>, ptr %p
  %s = fmul <32 x float> %v, %v
  %y = shufflevector <32 x float> %s, <32 x float> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %w = shufflevector <32 x float> %s, <32 x float> poison, <8 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31>
  %r = fadd <8 x float> %y, %w
  ret <8 x float> %r
}

; Through several operations, with their flags; splats become shorter.
; CHECK-LABEL: @chain
; CHECK: %[[EVEN:.*]] = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 0,
; CHECK: %[[ODD:.*]] = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 1,
; CHECK: %[[A:.*]] = fadd nnan <4 x float> %[[ODD]], splat (float 3.000000e+00)
; CHECK: call contract <4 x float> @llvm.maxnum.v4f32(<4 x float> %[[A]], <4 x float> splat (float 1.000000e+00))
define <4 x float> @chain(<8 x float> %v) {
  %even = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %a = fadd nnan <8 x float> %v, splat (float 3.0)
  %m = call contract <8 x float> @llvm.maxnum.v8f32(<8 x float> %a, <8 x float> splat (float 1.0))
  %odd = shufflevector <8 x float> %m, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %r = fmul <4 x float> %even, %odd
  ret <4 x float> %r
}

; CHECK-LABEL: @both
; CHECK: %[[A:.*]] = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 1,
; CHECK: %[[B:.*]] = shufflevector <8 x float> %u, <8 x float> poison, <4 x i32> <i32 1,
; CHECK: fmul <4 x float> %[[A]], %[[B]]
define <4 x float> @both(<8 x float> %v, <8 x float> %u) {
  %x = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <8 x float> %u, <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %m = fmul <8 x float> %v, %u
  %odd = shufflevector <8 x float> %m, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %x, <4 x float> %y, <4 x float> %odd)
  ret <4 x float> %r
}

; Vectors that are not picked apart otherwise would need one more shuffle each.
; CHECK-LABEL: @products
; CHECK: fmul <8 x float> %v, %u
define <4 x float> @products(<8 x float> %v, <8 x float> %u) {
  %s = fmul <8 x float> %v, %u
  %odd = shufflevector <8 x float> %s, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  ret <4 x float> %odd
}

; As a whole, too, or picked more than once: once is enough.
; CHECK-LABEL: @whole
; CHECK: fmul <8 x float> %v, %v
define <4 x float> @whole(<8 x float> %v, ptr %to) {
  %s = fmul <8 x float> %v, %v
  store <8 x float> %s, ptr %to
  %odd = shufflevector <8 x float> %s, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  ret <4 x float> %odd
}

declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <8 x float> @llvm.maxnum.v8f32(<8 x float>, <8 x float>)
