; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=znver5 -passes=weft-workarounds %s | FileCheck %s

; What one workaround leaves is there for the next: the element of a store of one lane is a byte that
; comes out of its word.
; CHECK-LABEL: @last
; CHECK: bitcast <64 x i8> %v to <8 x i64>
; CHECK: lshr i64 %{{.*}}, 56
; CHECK: store i8
define void @last(<64 x i8> %v, ptr %p) {
  call void @llvm.masked.store.v64i8.p0(<64 x i8> %v, ptr align 1 %p, <64 x i1> <i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 true>)
  ret void
}
