; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own instruction selection. Fails when LLVM is mended: then lane_stores.h has no use.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64 -mcpu=x86-64-v4 < %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-workarounds %s | llc -mtriple=x86_64 -mcpu=x86-64-v4 | FileCheck --check-prefix=MENDED %s

; The store of one byte writes two.
; CHECK-LABEL: byte:
; CHECK: vpextrw $0, %xmm0, (%rdi)
; MENDED-NOT: vpextrw
; MENDED: retq
define void @byte(<8 x i16> %v, ptr %p) {
  %bytes = trunc <8 x i16> %v to <8 x i8>
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %bytes, ptr align 1 %p, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}
