; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<chaos=1>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<chaos=2>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<chaos=3>' %s 2>&1 | FileCheck %s

; No scalar code knows the sub-group of a work-item.
; CHECK: define internal void @kernel_numbers(
; CHECK-NOT: weft-any-order
declare i64 @__weft_local_id_x() memory(none)
declare i32 @__weft_sub_group_id() memory(none)

define void @numbers(ptr addrspace(1) %out) convergent "weft-kernel"="numbers" "weft-sub-group-size"="8" "weft-uses-sub-groups" {
  %x = call i64 @__weft_local_id_x()
  %number = call i32 @__weft_sub_group_id()
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %v = load i32, ptr addrspace(1) %at
  %sum = add i32 %v, %number
  store i32 %sum, ptr addrspace(1) %at
  ret void
}
