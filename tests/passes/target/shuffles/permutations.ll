; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-lane-shuffles %s | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: weft-opt -cpu=x86-64-v2 -passes=weft-lane-shuffles %s | FileCheck %s --check-prefixes=CHECK,SSE
; RUN: weft-opt -cpu=icelake-server -passes=weft-lane-shuffles %s | FileCheck %s --check-prefixes=CHECK,AVX512
; RUN: weft-opt -cpu=x86-64 -passes=weft-lane-shuffles %s | FileCheck %s --check-prefixes=CHECK,MEMORY

declare <8 x i32> @__weft_permutation_8_i32(<8 x i32>, <8 x i32>)
declare <16 x i32> @__weft_permutation_16_i32(<16 x i32>, <16 x i32>)
declare <8 x i64> @__weft_permutation_8_i64(<8 x i64>, <8 x i32>)
declare <16 x i16> @__weft_permutation_16_i16(<16 x i16>, <16 x i32>)

; CHECK-LABEL: @word(
; AVX2: call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> %v, <8 x i32> %lanes)
; AVX512: call <8 x i32> @llvm.x86.avx2.permd(
; SSE-COUNT-4: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(
; MEMORY: freeze <8 x i32> %lanes
; MEMORY-COUNT-8: load i32
define <8 x i32> @word(<8 x i32> %v, <8 x i32> %lanes) {
  %r = call <8 x i32> @__weft_permutation_8_i32(<8 x i32> %v, <8 x i32> %lanes)
  ret <8 x i32> %r
}

; Two registers, and for each of the result a choice between them.
; CHECK-LABEL: @words(
; AVX2-COUNT-4: call <8 x i32> @llvm.x86.avx2.permd(
; AVX512: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; SSE-COUNT-16: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(
define <16 x i32> @words(<16 x i32> %v, <16 x i32> %lanes) {
  %r = call <16 x i32> @__weft_permutation_16_i32(<16 x i32> %v, <16 x i32> %lanes)
  ret <16 x i32> %r
}

; Each is two of 32 bits.
; CHECK-LABEL: @long(
; AVX2-COUNT-4: call <8 x i32> @llvm.x86.avx2.permd(
; AVX512: call <8 x i64> @llvm.x86.avx512.permvar.di.512(
define <8 x i64> @long(<8 x i64> %v, <8 x i32> %lanes) {
  %r = call <8 x i64> @__weft_permutation_8_i64(<8 x i64> %v, <8 x i32> %lanes)
  ret <8 x i64> %r
}

; CHECK-LABEL: @short(
; AVX2: zext <16 x i16> %v to <16 x i32>
; AVX2-COUNT-4: call <8 x i32> @llvm.x86.avx2.permd(
; AVX512: call <16 x i16> @llvm.x86.avx512.permvar.hi.256(
define <16 x i16> @short(<16 x i16> %v, <16 x i32> %lanes) {
  %r = call <16 x i16> @__weft_permutation_16_i16(<16 x i16> %v, <16 x i32> %lanes)
  ret <16 x i16> %r
}
