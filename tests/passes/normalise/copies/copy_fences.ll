; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-group-steps %s 2>&1 | FileCheck %s

; Copies out of local memory leave their fence to the end of the kernel, where nothing could tell
; others of the data before.
declare void @__weft_group_step_copy_to_global(ptr addrspace(1), ptr addrspace(3), i64, i64, i64) convergent

; CHECK-LABEL: define void @two_copies(
; CHECK: call void @__weft_group_step_copy_to_global({{.*}}, i64 64, i64 %groups, i64 0)
; CHECK: call void @__weft_group_step_copy_to_global({{.*}}, i64 32, i64 %groups, i64 0)
define void @two_copies(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 %groups) convergent "weft-kernel"="two_copies" {
  call void @__weft_group_step_copy_to_global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 64, i64 %groups, i64 1)
  call void @__weft_group_step_copy_to_global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 32, i64 %groups, i64 1)
  ret void
}
