; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own instruction selection. Fails when LLVM is mended: then masked_selects.h has no use.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64 -mcpu=x86-64-v4 < %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-workarounds %s | llc -mtriple=x86_64 -mcpu=x86-64-v4 | FileCheck --check-prefix=MENDED %s

; %a is in zmm0 and %b in zmm1. The bits of %a at the constant and those of %b elsewhere have the
; table of truth 228; 184 gives those of %b at the constant and those of %a elsewhere.
; CHECK-LABEL: bits:
; CHECK: vpternlogd $184, .LCPI0_0(%rip){1to16}, %zmm1, %zmm0 {%k1}
; MENDED-NOT: vpternlogd $184
; MENDED: retq
define <16 x i32> @bits(<16 x i32> %a, <16 x i32> %b, i16 %lanes) {
  %mask = bitcast i16 %lanes to <16 x i1>
  %x = and <16 x i32> %a, splat (i32 4)
  %y = and <16 x i32> %b, splat (i32 -5)
  %bits = or disjoint <16 x i32> %x, %y
  %r = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %a
  ret <16 x i32> %r
}

; Lane 14 of %active is 0 where it is not in %mask, but here its element in memory goes to all lanes.
; Once LLVM is right, it loads under the mask, before it permutes.
; CHECK-LABEL: broadcast:
; CHECK: vpermd (%rdi), %{{zmm[0-9]+}}, %zmm0 {%k1}
; MENDED-LABEL: broadcast:
; MENDED: (%rdi), %[[ACTIVE:zmm[0-9]+]] {%k1} {z}
; MENDED: vpermd %[[ACTIVE]],
; MENDED: retq
define <16 x i32> @broadcast(ptr %p, <16 x i32> %b, i16 %lanes) {
  %a = load <16 x i32>, ptr %p, align 64
  %mask = bitcast i16 %lanes to <16 x i1>
  %active = select <16 x i1> %mask, <16 x i32> %a, <16 x i32> zeroinitializer
  %one = shufflevector <16 x i32> %active, <16 x i32> poison, <16 x i32> splat (i32 14)
  %r = select <16 x i1> %mask, <16 x i32> %one, <16 x i32> %b
  ret <16 x i32> %r
}
