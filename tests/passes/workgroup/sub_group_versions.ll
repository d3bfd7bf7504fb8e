; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-work-group %s 2>&1 | FileCheck %s

; Whether the gangs of a kernel with sub-groups lie in rows depends on the launch. In the linear
; version the group is one row, and ids are computed from the number in it.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
declare i64 @__weft_sub_group_ballot(i32) memory(none) convergent

; CHECK-LABEL: define internal void @kernel_anywhere.rows(
; CHECK-LABEL: define internal void @kernel_anywhere.linear(
; CHECK: mul nuw i64 %group.size.2, %group.size.1
; CHECK: <8 x double>
; CHECK-LABEL: define internal void @kernel_anywhere(
; CHECK: icmp ule i64 {{.*}}, 2147418112
; CHECK: and i64 {{.*}}, 7
; CHECK: call void @kernel_anywhere.rows(ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, ptr %{{.*}})
; CHECK: call void @kernel_anywhere.linear(
define void @anywhere(ptr addrspace(1) %out) convergent "weft-kernel"="anywhere" "weft-sub-group-size"="8" "weft-uses-sub-groups" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %sum = add i64 %x, %y
  %vote = trunc i64 %sum to i32
  %all = call i64 @__weft_sub_group_ballot(i32 %vote) convergent
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %sum
  store i64 %all, ptr addrspace(1) %at
  ret void
}

; No launch of this kernel has gangs in rows.
; CHECK-NOT: @kernel_narrow.rows
; CHECK: define internal void @kernel_narrow(
; CHECK-NOT: @kernel_narrow.rows
define void @narrow(ptr addrspace(1) %out) convergent "weft-kernel"="narrow" "weft-sub-group-size"="8" "weft-uses-sub-groups" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_id_x()
  %all = call i64 @__weft_sub_group_ballot(i32 1) convergent
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %all, ptr addrspace(1) %at
  ret void
}

!0 = !{i32 4, i32 64, i32 1}
