; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: aarch64-registered-target
; RUN: weft-opt -cpu=generic -passes=weft-lane-shuffles %s | FileCheck %s

; Permutations are table look-ups of bytes in one, two or four registers.
declare <4 x i32> @__weft_permutation_4_i32(<4 x i32>, <4 x i32>)
declare <8 x i32> @__weft_permutation_8_i32(<8 x i32>, <8 x i32>)
declare <16 x i32> @__weft_permutation_16_i32(<16 x i32>, <16 x i32>)

; CHECK-LABEL: @register(
; CHECK: call <16 x i8> @llvm.aarch64.neon.tbl1.v16i8(<16 x i8> %{{.*}}, <16 x i8> %{{.*}})
; CHECK-NOT: @llvm.aarch64.neon.tbl
; CHECK: ret <4 x i32>
define <4 x i32> @register(<4 x i32> %v, <4 x i32> %lanes) {
  %r = call <4 x i32> @__weft_permutation_4_i32(<4 x i32> %v, <4 x i32> %lanes)
  ret <4 x i32> %r
}

; CHECK-LABEL: @two(
; CHECK-COUNT-2: call <16 x i8> @llvm.aarch64.neon.tbl2.v16i8(
; CHECK-NOT: @llvm.aarch64.neon.tbl
; CHECK: ret <8 x i32>
define <8 x i32> @two(<8 x i32> %v, <8 x i32> %lanes) {
  %r = call <8 x i32> @__weft_permutation_8_i32(<8 x i32> %v, <8 x i32> %lanes)
  ret <8 x i32> %r
}

; CHECK-LABEL: @four(
; CHECK-COUNT-4: call <16 x i8> @llvm.aarch64.neon.tbl4.v16i8(
; CHECK-NOT: @llvm.aarch64.neon.tbl
; CHECK: ret <16 x i32>
define <16 x i32> @four(<16 x i32> %v, <16 x i32> %lanes) {
  %r = call <16 x i32> @__weft_permutation_16_i32(<16 x i32> %v, <16 x i32> %lanes)
  ret <16 x i32> %r
}
