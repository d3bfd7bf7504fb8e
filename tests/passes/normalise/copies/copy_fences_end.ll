; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-work-group %s 2>&1 | FileCheck %s

; A kernel whose copies left their fence to its end has it there, once for its range of groups.
declare void @__weft_group_step_copy_to_global(ptr addrspace(1), ptr addrspace(3), i64, i64, i64) convergent

; CHECK-LABEL: define internal void @kernel_streams(
; CHECK-NOT: fence
; CHECK: {{^}}end:
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
define void @streams(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 %groups) convergent "weft-kernel"="streams" {
  call void @__weft_group_step_copy_to_global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 64, i64 %groups, i64 0)
  ret void
}

; CHECK-LABEL: define internal void @kernel_fenced(
; CHECK-NOT: fence
; CHECK: ret void
define void @fenced(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 %groups) convergent "weft-kernel"="fenced" {
  call void @__weft_group_step_copy_to_global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 64, i64 %groups, i64 1)
  ret void
}
