; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own instruction selection. Fails when LLVM is mended: then select_stores.h has no use.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64 -mcpu=x86-64-v4 < %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-select-stores %s | llc -mtriple=x86_64 -mcpu=x86-64-v4 | FileCheck --check-prefix=MENDED %s

; A store of the whole vector becomes one under a mask, whose data no load gets from the store buffer.
; CHECK-LABEL: blend:
; CHECK: vmovups %zmm0, (%rdi) {%k1}
; MENDED-NOT: (%rdi) {%k1}
; MENDED: retq
define void @blend(ptr %p, <16 x float> %new, i16 %lanes) {
  %mask = bitcast i16 %lanes to <16 x i1>
  %old = load <16 x float>, ptr %p, align 4
  %v = select <16 x i1> %mask, <16 x float> %new, <16 x float> %old
  store <16 x float> %v, ptr %p, align 4
  ret void
}
