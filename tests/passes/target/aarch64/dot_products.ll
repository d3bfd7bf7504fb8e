; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: aarch64-registered-target
; RUN: weft-opt -cpu=neoverse-v1 -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefixes=CHECK,MIXED %s
; RUN: weft-opt -cpu=neoverse-n1 -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefixes=CHECK,SAME %s
; RUN: weft-opt -cpu=cortex-a72 -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefix=NONE %s

declare i32 @__weft_dot_ss(i32, i32)
declare <8 x i32> @__weft_dot_uu_8(<8 x i32>, <8 x i32>)
declare <2 x i32> @__weft_dot_us_2(<2 x i32>, <2 x i32>)

; In pieces of a register, with what the sum is added to.
; CHECK-LABEL: @sums
; CHECK: %[[LOW:.*]] = shufflevector <8 x i32> %sum, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: call <4 x i32> @llvm.aarch64.neon.udot.v4i32.v16i8(<4 x i32> %[[LOW]], <16 x i8>
; CHECK: call <4 x i32> @llvm.aarch64.neon.udot.v4i32.v16i8(
; NONE-LABEL: @sums
; NONE: mul <16 x i32>
; NONE: add <8 x i32>
define <8 x i32> @sums(<8 x i32> %a, <8 x i32> %b, <8 x i32> %sum) {
  %d = call <8 x i32> @__weft_dot_uu_8(<8 x i32> %a, <8 x i32> %b)
  %r = add <8 x i32> %sum, %d
  ret <8 x i32> %r
}

; CHECK-LABEL: @one
; CHECK: call <2 x i32> @llvm.aarch64.neon.sdot.v2i32.v8i8(<2 x i32> {{.*}}, <8 x i8>
; CHECK: extractelement
; NONE-LABEL: @one
; NONE: mul <2 x i32>
define i32 @one(i32 %a, i32 %b) {
  %d = call i32 @__weft_dot_ss(i32 %a, i32 %b)
  ret i32 %d
}

; CHECK-LABEL: @mixed
; MIXED: call <2 x i32> @llvm.aarch64.neon.usdot.v2i32.v8i8(
; SAME: mul <4 x i32>
define <2 x i32> @mixed(<2 x i32> %a, <2 x i32> %b) {
  %d = call <2 x i32> @__weft_dot_us_2(<2 x i32> %a, <2 x i32> %b)
  ret <2 x i32> %d
}
