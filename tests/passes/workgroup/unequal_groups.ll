; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-work-group %s | FileCheck %s

; Where the kernel cannot see groups, the executor may divide a row along the lanes in its own way, and the
; last group may be smaller, though the host's are all of one size. In other dimensions it is the host's
; that divide the range.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
declare ptr addrspace(2) @__weft_launch() memory(none)

define void @blind(ptr addrspace(1) %p) convergent "weft-kernel"="blind" "weft-global-ids-only" "uniform-work-group-size"="true" {
  %launch = call ptr addrspace(2) @__weft_launch()
  %field = getelementptr i8, ptr addrspace(2) %launch, i64 56
  %size = load i64, ptr addrspace(2) %field
  %group = call i64 @__weft_group_id_x()
  %start = mul i64 %group, %size
  %local = call i64 @__weft_local_id_x()
  %id = add i64 %start, %local
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %at
  ret void
}

define void @seeing(ptr addrspace(1) %p) convergent "weft-kernel"="seeing" "uniform-work-group-size"="true" {
  %group = call i64 @__weft_group_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %group
  store i32 1, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal void @kernel_blind(
; CHECK: %group.size.0 = call i64 @llvm.umin.i64(
; CHECK-NOT: %group.size.{{[12]}}
; CHECK-LABEL: define internal void @kernel_seeing(
; CHECK-NOT: %group.size.
