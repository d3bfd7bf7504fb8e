; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=znver5 -passes=weft-lane-shuffles %s 2>&1 | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; A CPU that permutes pairs of registers transposes records of four words that each have a load of
; their own: every fourth one is put into one register. Neighbouring records it permutes.

declare { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__weft_deinterleave_4_16float(<64 x float>)

; CHECK-LABEL: @separate
; CHECK: %[[R0:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <16 x i32>
; CHECK-NOT: <64 x float>
; CHECK: shufflevector <16 x float> %[[R0]], <16 x float> %{{.*}}, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20
; CHECK-NOT: <64 x float>
; CHECK: ret <16 x float>
define <16 x float> @separate(ptr %p) {
  %p0 = getelementptr i8, ptr %p, i64 0
  %v0 = load <4 x float>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %p, i64 100
  %v1 = load <4 x float>, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %p, i64 200
  %v2 = load <4 x float>, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %p, i64 300
  %v3 = load <4 x float>, ptr %p3, align 4
  %p4 = getelementptr i8, ptr %p, i64 400
  %v4 = load <4 x float>, ptr %p4, align 4
  %p5 = getelementptr i8, ptr %p, i64 500
  %v5 = load <4 x float>, ptr %p5, align 4
  %p6 = getelementptr i8, ptr %p, i64 600
  %v6 = load <4 x float>, ptr %p6, align 4
  %p7 = getelementptr i8, ptr %p, i64 700
  %v7 = load <4 x float>, ptr %p7, align 4
  %p8 = getelementptr i8, ptr %p, i64 800
  %v8 = load <4 x float>, ptr %p8, align 4
  %p9 = getelementptr i8, ptr %p, i64 900
  %v9 = load <4 x float>, ptr %p9, align 4
  %p10 = getelementptr i8, ptr %p, i64 1000
  %v10 = load <4 x float>, ptr %p10, align 4
  %p11 = getelementptr i8, ptr %p, i64 1100
  %v11 = load <4 x float>, ptr %p11, align 4
  %p12 = getelementptr i8, ptr %p, i64 1200
  %v12 = load <4 x float>, ptr %p12, align 4
  %p13 = getelementptr i8, ptr %p, i64 1300
  %v13 = load <4 x float>, ptr %p13, align 4
  %p14 = getelementptr i8, ptr %p, i64 1400
  %v14 = load <4 x float>, ptr %p14, align 4
  %p15 = getelementptr i8, ptr %p, i64 1500
  %v15 = load <4 x float>, ptr %p15, align 4
  %c0 = shufflevector <4 x float> %v0, <4 x float> %v1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c1 = shufflevector <4 x float> %v2, <4 x float> %v3, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c2 = shufflevector <4 x float> %v4, <4 x float> %v5, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c3 = shufflevector <4 x float> %v6, <4 x float> %v7, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c4 = shufflevector <4 x float> %v8, <4 x float> %v9, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c5 = shufflevector <4 x float> %v10, <4 x float> %v11, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c6 = shufflevector <4 x float> %v12, <4 x float> %v13, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c7 = shufflevector <4 x float> %v14, <4 x float> %v15, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c8 = shufflevector <8 x float> %c0, <8 x float> %c1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %c9 = shufflevector <8 x float> %c2, <8 x float> %c3, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %c10 = shufflevector <8 x float> %c4, <8 x float> %c5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %c11 = shufflevector <8 x float> %c6, <8 x float> %c7, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %c12 = shufflevector <16 x float> %c8, <16 x float> %c9, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c13 = shufflevector <16 x float> %c10, <16 x float> %c11, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c14 = shufflevector <32 x float> %c12, <32 x float> %c13, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %c14.c = call { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__weft_deinterleave_4_16float(<64 x float> %c14)
  %x0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %c14.c, 0
  %x1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %c14.c, 1
  %x2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %c14.c, 2
  %x3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %c14.c, 3
  %s0 = fadd <16 x float> %x0, %x1
  %s1 = fadd <16 x float> %s0, %x2
  %s2 = fadd <16 x float> %s1, %x3
  ret <16 x float> %s2
}

; CHECK-LABEL: @together
; CHECK-COUNT-4: load <16 x float>
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x i32> <i32 0, i32 2, i32 4
; CHECK: fadd
define <16 x float> @together(ptr %p) {
  %v = load <64 x float>, ptr %p, align 4
  %v.c = call { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__weft_deinterleave_4_16float(<64 x float> %v)
  %x0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %v.c, 0
  %x1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %v.c, 1
  %s = fadd <16 x float> %x0, %x1
  ret <16 x float> %s
}
