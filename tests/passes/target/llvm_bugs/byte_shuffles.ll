; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=znver5 -passes=weft-workarounds %s 2>&1 | FileCheck --check-prefixes=CHECK,BYTES %s
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-workarounds %s 2>&1 | FileCheck --check-prefixes=CHECK,OTHERS %s

; A byte in the upper half of a block comes out of its word where the CPU permutes bytes.
; CHECK-LABEL: @extracted
; BYTES: %[[WORDS:.*]] = bitcast <64 x i8> %v to <8 x i64>
; BYTES: %[[WORD:.*]] = extractelement <8 x i64> %[[WORDS]], i64 7
; BYTES: %[[SHIFTED:.*]] = lshr i64 %[[WORD]], 56
; BYTES: trunc i64 %[[SHIFTED]] to i8
; OTHERS: extractelement <64 x i8>
define i8 @extracted(<64 x i8> %v) {
  %e = extractelement <64 x i8> %v, i32 63
  ret i8 %e
}

; CHECK-LABEL: @splat
; BYTES: extractelement <8 x i64> %{{.*}}, i64 3
; BYTES: shufflevector <64 x i8> %{{.*}}, <64 x i8> poison, <64 x i32> zeroinitializer
; OTHERS: shufflevector <64 x i8> %v, <64 x i8> poison, <64 x i32> <i32 24, i32 24,
define <64 x i8> @splat(<64 x i8> %v) {
  %s = shufflevector <64 x i8> %v, <64 x i8> poison, <64 x i32> splat (i32 24)
  ret <64 x i8> %s
}

; The first block, lower halves and other shuffles are as good as they are.
; CHECK-LABEL: @stays
; CHECK-NOT: bitcast
define <64 x i8> @stays(<64 x i8> %v, <32 x i8> %w) {
  %e = extractelement <64 x i8> %v, i32 15
  %f = extractelement <64 x i8> %v, i32 55
  %g = extractelement <32 x i8> %w, i32 31
  %a = add i8 %e, %f
  %b = add i8 %a, %g
  %r = shufflevector <64 x i8> %v, <64 x i8> poison, <64 x i32> <i32 63, i32 62, i32 61, i32 60, i32 59, i32 58, i32 57, i32 56, i32 55, i32 54, i32 53, i32 52, i32 51, i32 50, i32 49, i32 48, i32 47, i32 46, i32 45, i32 44, i32 43, i32 42, i32 41, i32 40, i32 39, i32 38, i32 37, i32 36, i32 35, i32 34, i32 33, i32 32, i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %i = insertelement <64 x i8> %r, i8 %b, i32 0
  ret <64 x i8> %i
}

; What repeats bytes across blocks of 16 gets a fence behind an operation, whichever AVX-512 it is. A
; loaded operand, and bytes that stay in their block, are as good as they are.
; CHECK-LABEL: @repeated
; CHECK: %x = xor
; CHECK: %[[FLOATS:.*]] = bitcast <64 x i8> %x to <16 x float>
; CHECK: %[[FENCE:.*]] = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %[[FLOATS]])
; CHECK: %[[BYTES:.*]] = bitcast <16 x float> %[[FENCE]] to <64 x i8>
; CHECK: shufflevector <64 x i8> %[[BYTES]]
; CHECK-NOT: fence
; CHECK: ret
define <64 x i8> @repeated(<64 x i8> %a, ptr %from) {
  %b = load <64 x i8>, ptr %from
  %x = xor <64 x i8> %a, %b
  %r = shufflevector <64 x i8> %x, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7, i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11, i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %s = shufflevector <64 x i8> %b, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7, i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11, i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %t = shufflevector <64 x i8> %x, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 16, i32 16, i32 16, i32 16, i32 17, i32 17, i32 17, i32 17, i32 18, i32 18, i32 18, i32 18, i32 19, i32 19, i32 19, i32 19, i32 32, i32 32, i32 32, i32 32, i32 33, i32 33, i32 33, i32 33, i32 34, i32 34, i32 34, i32 34, i32 35, i32 35, i32 35, i32 35, i32 48, i32 48, i32 48, i32 48, i32 49, i32 49, i32 49, i32 49, i32 50, i32 50, i32 50, i32 50, i32 51, i32 51, i32 51, i32 51>
  %u = add <64 x i8> %r, %s
  %v = add <64 x i8> %u, %t
  ret <64 x i8> %v
}
