; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=sapphirerapids -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefixes=CHECK,WIDE %s
; RUN: weft-opt -cpu=alderlake -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefixes=CHECK,NARROW %s
; RUN: weft-opt -cpu=sierraforest -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefix=SIGNED %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefix=NONE %s

; Sums of four products of bytes by instructions of VNNI, and products of 16 bits without.

declare <16 x i32> @__weft_dot_us_16(<16 x i32>, <16 x i32>)
declare <8 x i32> @__weft_dot_ss_8(<8 x i32>, <8 x i32>)
declare <4 x i32> @__weft_dot_uu_4(<4 x i32>, <4 x i32>)

; CHECK-LABEL: @mixed
; WIDE: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> %{{.*}},
; NARROW: call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(
; NARROW: call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(
; NONE-LABEL: @mixed
; NONE: lshr <32 x i16>
; NONE: mul <32 x i32>
define <16 x i32> @mixed(<16 x i32> %a, <16 x i32> %b, <16 x i32> %sum) {
  %d = call <16 x i32> @__weft_dot_us_16(<16 x i32> %a, <16 x i32> %b)
  %r = add <16 x i32> %d, %sum
  ret <16 x i32> %r
}

; Signed bytes have an offset that makes them unsigned, where only those are multiplied.
; CHECK-LABEL: @signed
; CHECK: %[[OFFSET:.*]] = call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32> zeroinitializer,
; CHECK: sub <8 x i32>
; CHECK: xor <8 x i32> %a, splat (i32 -2139062144)
; CHECK: call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(
; SIGNED-LABEL: @signed
; SIGNED: call <8 x i32> @llvm.x86.avx2.vpdpbssd.256(<8 x i32> zeroinitializer,
define <8 x i32> @signed(<8 x i32> %a, <8 x i32> %b) {
  %d = call <8 x i32> @__weft_dot_ss_8(<8 x i32> %a, <8 x i32> %b)
  ret <8 x i32> %d
}

; CHECK-LABEL: @unsigned
; CHECK: and <8 x i16>
; CHECK: mul <8 x i32>
; SIGNED-LABEL: @unsigned
; SIGNED: call <4 x i32> @llvm.x86.avx2.vpdpbuud.128(
define <4 x i32> @unsigned(<4 x i32> %a, <4 x i32> %b) {
  %d = call <4 x i32> @__weft_dot_uu_4(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %d
}
