; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-lane-shuffles %s 2>&1 | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Records of four words go through blocks that are transposed: sixteen bytes at a time come from
; memory, or from the loads of single lanes, and go there.

declare { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__weft_deinterleave_4_8float(<32 x float>)
declare { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } @__weft_deinterleave_4_8i32(<32 x i32>)
declare { <4 x float>, <4 x float>, <4 x float>, <4 x float> } @__weft_deinterleave_4_4float(<16 x float>)
declare { <8 x double>, <8 x double>, <8 x double>, <8 x double> } @__weft_deinterleave_4_8double(<32 x double>)
declare { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } @__weft_deinterleave_8_8i16(<64 x i16>)
declare <32 x float> @__weft_interleave_4_8float(<8 x float>, <8 x float>, <8 x float>, <8 x float>)

; CHECK-LABEL: @apart
; CHECK: %[[R0:.*]] = load <4 x float>, ptr %p, align 8
; CHECK: %[[R4:.*]] = load <4 x float>, ptr %{{.*}}, align 8
; CHECK: %[[P0:.*]] = shufflevector <4 x float> %[[R0]], <4 x float> %[[R4]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NOT: load <32 x float>
; CHECK: %[[LOWER_EVEN:.*]] = shufflevector <8 x float> %[[P0]], <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: %[[UPPER_EVEN:.*]] = shufflevector <8 x float> %[[P0]], <8 x float> %{{.*}}, <8 x i32> <i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
; CHECK: %[[X:.*]] = shufflevector <8 x float> %[[LOWER_EVEN]], <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK-NEXT: %[[W:.*]] = shufflevector <8 x float> %[[UPPER_EVEN]], <8 x float> %{{.*}}, <8 x i32> <i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
; CHECK-NEXT: fadd <8 x float> %[[X]], %[[W]]
define <8 x float> @apart(ptr %p) #0 {
  %v = load <32 x float>, ptr %p, align 8
  %v.c = call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__weft_deinterleave_4_8float(<32 x float> %v)
  %x = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %v.c, 0
  %w = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %v.c, 3
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
  %v = shufflevector <16 x i32> %o, <16 x i32> %q, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c.v = call { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } @__weft_deinterleave_4_8i32(<32 x i32> %v)
  %x = extractvalue { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } %c.v, 0
  %y = extractvalue { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } %c.v, 1
  %r = add <8 x i32> %x, %y
  ret <8 x i32> %r
}

; CHECK-LABEL: @together
; CHECK-NOT: <32 x float>
; CHECK-DAG: shufflevector <8 x float> %x, <8 x float> %z, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK-DAG: shufflevector <8 x float> %y, <8 x float> %w, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: store <4 x float> %{{.*}}, ptr %p, align 4
; CHECK: store <4 x float>
; CHECK-COUNT-6: store <4 x float> %{{.*}}, ptr %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: ret
define void @together(ptr %p, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %w) #0 {
  %f = call <32 x float> @__weft_interleave_4_8float(<8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %w)
  store <32 x float> %f, ptr %p, align 4
  ret void
}

; Registers of 128 bits hold one block.
; CHECK-LABEL: @blocks
; CHECK: %[[R0:.*]] = load <4 x float>, ptr %p, align 16
; CHECK: load <4 x float>, ptr %{{.*}}, align 16
; CHECK: %[[R2:.*]] = load <4 x float>, ptr %{{.*}}, align 16
; CHECK: shufflevector <4 x float> %[[R0]], <4 x float> %[[R2]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
define <4 x float> @blocks(ptr %p) #1 {
  %v = load <16 x float>, ptr %p, align 16
  %v.c = call { <4 x float>, <4 x float>, <4 x float>, <4 x float> } @__weft_deinterleave_4_4float(<16 x float> %v)
  %x = extractvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float> } %v.c, 0
  %y = extractvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float> } %v.c, 1
  %r = fadd <4 x float> %x, %y
  ret <4 x float> %r
}

; One component, doubles, what goes past the caches, and what any shuffle can do.
; CHECK-LABEL: @stays
; CHECK-COUNT-2: load <32 x {{float|double}}>
; CHECK: store <32 x float> %{{.*}}, !nontemporal
define <8 x double> @stays(ptr %p, ptr %q, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %w) #0 {
  %v = load <32 x float>, ptr %p
  %v.c = call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__weft_deinterleave_4_8float(<32 x float> %v)
  %x0 = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %v.c, 0
  store <8 x float> %x0, ptr %q
  %h = load <32 x double>, ptr %p
  %h.c = call { <8 x double>, <8 x double>, <8 x double>, <8 x double> } @__weft_deinterleave_4_8double(<32 x double> %h)
  %s = extractvalue { <8 x double>, <8 x double>, <8 x double>, <8 x double> } %h.c, 0
  %t = extractvalue { <8 x double>, <8 x double>, <8 x double>, <8 x double> } %h.c, 1
  %f = call <32 x float> @__weft_interleave_4_8float(<8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %w)
  store <32 x float> %f, ptr %p, !nontemporal !0
  %r = fadd <8 x double> %s, %t
  ret <8 x double> %r
}

; CHECK-LABEL: @permutes
; CHECK: load <8 x float>
define <8 x float> @permutes(ptr %p) #2 {
  %v = load <32 x float>, ptr %p
  %v.c = call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__weft_deinterleave_4_8float(<32 x float> %v)
  %x = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %v.c, 0
  %y = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %v.c, 1
  %r = fadd <8 x float> %x, %y
  ret <8 x float> %r
}

; Records that do not follow one another.
; CHECK-LABEL: @scattered
; CHECK-NOT: <32 x float>
; CHECK-COUNT-8: store <4 x float>
; CHECK: ret
define void @scattered(ptr %p, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %w) #0 {
  %f = call <32 x float> @__weft_interleave_4_8float(<8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %w)
  %r0 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %p0 = getelementptr i8, ptr %p, i64 0
  store <4 x float> %r0, ptr %p0
  %r1 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %p1 = getelementptr i8, ptr %p, i64 100
  store <4 x float> %r1, ptr %p1
  %r2 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  %p2 = getelementptr i8, ptr %p, i64 200
  store <4 x float> %r2, ptr %p2
  %r3 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  %p3 = getelementptr i8, ptr %p, i64 300
  store <4 x float> %r3, ptr %p3
  %r4 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 16, i32 17, i32 18, i32 19>
  %p4 = getelementptr i8, ptr %p, i64 400
  store <4 x float> %r4, ptr %p4
  %r5 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 20, i32 21, i32 22, i32 23>
  %p5 = getelementptr i8, ptr %p, i64 500
  store <4 x float> %r5, ptr %p5
  %r6 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 24, i32 25, i32 26, i32 27>
  %p6 = getelementptr i8, ptr %p, i64 600
  store <4 x float> %r6, ptr %p6
  %r7 = shufflevector <32 x float> %f, <32 x float> poison, <4 x i32> <i32 28, i32 29, i32 30, i32 31>
  %p7 = getelementptr i8, ptr %p, i64 700
  store <4 x float> %r7, ptr %p7
  ret void
}

; Eight shorts are a record too.
; CHECK-LABEL: @shorts
; CHECK-NOT: <64 x i16>
; CHECK-COUNT-8: load <8 x i16>
; CHECK: shufflevector <8 x i16> %{{.*}}, <8 x i16> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
; CHECK: ret
define <8 x i16> @shorts(ptr %p) #0 {
  %v = load <64 x i16>, ptr %p
  %v.c = call { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } @__weft_deinterleave_8_8i16(<64 x i16> %v)
  %x = extractvalue { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } %v.c, 0
  %y = extractvalue { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } %v.c, 5
  %r = add <8 x i16> %x, %y
  ret <8 x i16> %r
}

!0 = !{i32 1}

attributes #0 = { "target-features"="+avx,+avx2" }
attributes #1 = { "target-features"="+sse4.2" }
attributes #2 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl" }
