; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-group-steps %s 2>&1 | FileCheck %s

; Copies out of local memory keep their fences where a store may tell others of the data.
declare void @__weft_group_step_copy_to_global(ptr addrspace(1), ptr addrspace(3), i64, i64, i64) convergent

; CHECK-LABEL: define void @publishes(
; CHECK: call void @__weft_group_step_copy_to_global({{.*}}, i64 64, i64 %groups, i64 1)
define void @publishes(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 %groups) convergent "weft-kernel"="publishes" {
  call void @__weft_group_step_copy_to_global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 64, i64 %groups, i64 1)
  call void @tell(ptr addrspace(1) %to)
  ret void
}
define internal void @tell(ptr addrspace(1) %flag) noinline {
  store atomic i32 1, ptr addrspace(1) %flag release, align 4
  ret void
}
