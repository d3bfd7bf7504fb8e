; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 -passes=weft-interleaved-access %s 2>&1 | FileCheck %s

; Records of four words go through blocks that are transposed: sixteen bytes at a time come from
; memory, or from the loads of single lanes, and go there.

; CHECK-LABEL: @apart
; CHECK: %[[R0:.*]] = load <4 x float>, ptr %p, align 8
; CHECK: %[[R4:.*]] = load <4 x float>, ptr %{{.*}}, align 8
; CHECK: %[[P0:.*]] = shufflevector <4 x float> %[[R0]], <4 x float> %[[R4]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NOT: load <32 x float>
; CHECK-DAG: shufflevector <8 x float> %[[P0]], <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK-DAG: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
; CHECK-DAG: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
; CHECK: fadd <8 x float>
define <8 x float> @apart(ptr %p) #0 {
  %v = load <32 x float>, ptr %p, align 8
  %x = shufflevector <32 x float> %v, <32 x float> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %w = shufflevector <32 x float> %v, <32 x float> poison, <8 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31>
  %r = fadd <8 x float> %x, %w
  ret <8 x float> %r
}

; CHECK-LABEL: @gathered
; CHECK: shufflevector <4 x i32> %a, <4 x i32> %e, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NOT: <32 x i32>
; CHECK: ret
define <8 x i32> @gathered(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, <4 x i32> %e, <4 x i32> %f, <4 x i32> %g, <4 x i32> %h) #0 {
  %k = shufflevector <4 x i32> %a, <4 x i32> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %l = shufflevector <4 x i32> %c, <4 x i32> %d, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m = shufflevector <4 x i32> %e, <4 x i32> %f, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %n = shufflevector <4 x i32> %g, <4 x i32> %h, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o = shufflevector <8 x i32> %k, <8 x i32> %l, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %q = shufflevector <8 x i32> %m, <8 x i32> %n, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x = shufflevector <16 x i32> %o, <16 x i32> %q, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %y = shufflevector <16 x i32> %o, <16 x i32> %q, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %r = add <8 x i32> %x, %y
  ret <8 x i32> %r
}

; CHECK-LABEL: @together
; CHECK-NOT: <32 x float>
; CHECK-DAG: shufflevector <8 x float> %x, <8 x float> %y, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK-DAG: shufflevector <8 x float> %z, <8 x float> %w, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: store <4 x float> %{{.*}}, ptr %p, align 4
; CHECK: store <4 x float>
; CHECK-COUNT-6: store <4 x float> %{{.*}}, ptr %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: ret
define void @together(ptr %p, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %w) #0 {
  %a = shufflevector <8 x float> %x, <8 x float> %y, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %b = shufflevector <8 x float> %z, <8 x float> %w, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %f = shufflevector <16 x float> %a, <16 x float> %b, <32 x i32> <i32 0, i32 8, i32 16, i32 24, i32 1, i32 9, i32 17, i32 25, i32 2, i32 10, i32 18, i32 26, i32 3, i32 11, i32 19, i32 27, i32 4, i32 12, i32 20, i32 28, i32 5, i32 13, i32 21, i32 29, i32 6, i32 14, i32 22, i32 30, i32 7, i32 15, i32 23, i32 31>
  store <32 x float> %f, ptr %p, align 4
  ret void
}

; Registers of 128 bits hold one block.
; CHECK-LABEL: @blocks
; CHECK: %[[R0:.*]] = load <4 x float>, ptr %p, align 16
; CHECK: %[[R1:.*]] = load <4 x float>, ptr %{{.*}}, align 16
; CHECK: shufflevector <4 x float> %[[R0]], <4 x float> %[[R1]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
define <4 x float> @blocks(ptr %p) #1 {
  %v = load <16 x float>, ptr %p, align 16
  %x = shufflevector <16 x float> %v, <16 x float> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %y = shufflevector <16 x float> %v, <16 x float> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %r = fadd <4 x float> %x, %y
  ret <4 x float> %r
}

; One component, halves and doubles, what goes past the caches, and what any shuffle can do.
; CHECK-LABEL: @stays
; CHECK-COUNT-2: load <32 x
; CHECK: store <32 x float> %{{.*}}, !nontemporal
define <8 x half> @stays(ptr %p, ptr %q, <16 x float> %a, <16 x float> %b) #0 {
  %v = load <32 x float>, ptr %p
  %x = shufflevector <32 x float> %v, <32 x float> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  store <8 x float> %x, ptr %q
  %h = load <32 x half>, ptr %p
  %s = shufflevector <32 x half> %h, <32 x half> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %t = shufflevector <32 x half> %h, <32 x half> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %f = shufflevector <16 x float> %a, <16 x float> %b, <32 x i32> <i32 0, i32 8, i32 16, i32 24, i32 1, i32 9, i32 17, i32 25, i32 2, i32 10, i32 18, i32 26, i32 3, i32 11, i32 19, i32 27, i32 4, i32 12, i32 20, i32 28, i32 5, i32 13, i32 21, i32 29, i32 6, i32 14, i32 22, i32 30, i32 7, i32 15, i32 23, i32 31>
  store <32 x float> %f, ptr %p, !nontemporal !0
  %r = fadd <8 x half> %s, %t
  ret <8 x half> %r
}

; CHECK-LABEL: @permutes
; CHECK: load <32 x float>
define <8 x float> @permutes(ptr %p) #2 {
  %v = load <32 x float>, ptr %p
  %x = shufflevector <32 x float> %v, <32 x float> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %y = shufflevector <32 x float> %v, <32 x float> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %r = fadd <8 x float> %x, %y
  ret <8 x float> %r
}

!0 = !{i32 1}

attributes #0 = { "target-features"="+avx,+avx2" }
attributes #1 = { "target-features"="+sse4.2" }
attributes #2 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl" }
