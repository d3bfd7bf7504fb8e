; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments %s 2>&1 | FileCheck %s

; The block holds the arguments in order, each at its own alignment: kind, address space, offset,
; size. Structures stay in the block when only read, and are copied when written to.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

%pair = type { i32, i64 }

; CHECK-LABEL: define void @k(
; CHECK-SAME: ptr noalias readonly align 8 dereferenceable(16) %read
; CHECK-SAME: ptr noalias readonly align 8 dereferenceable(16) %written
; CHECK-SAME: !weft.arguments ![[LAYOUT:[0-9]+]]
; CHECK-NOT: %read.copy
; CHECK: %written.copy = alloca %pair, align 8
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 %written.copy, ptr align 8 %written, i64 16
; CHECK: load i32, ptr %read
; CHECK: store i32 %{{.*}}, ptr %written.copy
define void @k(i8 %byte, <4 x float> %vector, ptr addrspace(1) %global, ptr addrspace(2) %constant,
               ptr addrspace(3) %local, ptr byval(%pair) align 8 %read,
               ptr byval(%pair) align 8 %written) "weft-kernel"="k" {
  %v = load i32, ptr %read
  store i32 %v, ptr %written
  ret void
}

; A function that is no kernel has no block.
; CHECK: define void @helper(i32 %x) {
define void @helper(i32 %x) {
  ret void
}

; CHECK-DAG: ![[LAYOUT]] = !{i32 88, ![[BYTE:[0-9]+]], ![[VECTOR:[0-9]+]], ![[GLOBAL:[0-9]+]], ![[CONSTANT:[0-9]+]], ![[LOCAL:[0-9]+]], ![[READ:[0-9]+]], ![[WRITTEN:[0-9]+]]}
; CHECK-DAG: ![[BYTE]] = !{i32 0, i32 0, i32 0, i32 1}
; CHECK-DAG: ![[VECTOR]] = !{i32 0, i32 0, i32 16, i32 16}
; CHECK-DAG: ![[GLOBAL]] = !{i32 1, i32 1, i32 32, i32 8}
; CHECK-DAG: ![[CONSTANT]] = !{i32 2, i32 2, i32 40, i32 8}
; CHECK-DAG: ![[LOCAL]] = !{i32 3, i32 3, i32 48, i32 8}
; CHECK-DAG: ![[READ]] = !{i32 0, i32 0, i32 56, i32 16}
; CHECK-DAG: ![[WRITTEN]] = !{i32 0, i32 0, i32 72, i32 16}
