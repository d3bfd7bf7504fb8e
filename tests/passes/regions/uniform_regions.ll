; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=off>' %s 2>&1 | FileCheck %s

; Regions that do the same for every work-item run once, before and between the steps of the group;
; others keep their loops over the work-items: those that ask for the work-item, and those that do
; something each time.
declare void @__weft_barrier() convergent
declare void @__weft_group_step_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64) convergent
declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: define internal void @kernel_tiles(
; CHECK: {{^}}region.0:
; CHECK-NOT: {{^}}row:
; CHECK: call i32 @tiles.region.0(
; CHECK: {{^}}region.1:
; CHECK: {{^}}x.range{{.*}}:
; CHECK: call i32 @tiles.region.1
; CHECK: {{^}}region.2:
; CHECK-NOT: {{^}}x.range{{.*}}:
; CHECK: call i32 @tiles.region.2(
; CHECK: ret void
define void @tiles(ptr addrspace(3) %tile, ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %count) convergent "weft-kernel"="tiles" {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %after ]
  %more = icmp ult i64 %t, %count
  br i1 %more, label %body, label %end
body:
  %source = getelementptr [64 x float], ptr addrspace(1) %from, i64 %t
  call void @__weft_group_step_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %source, i64 256, i64 1, i64 0)
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %id
  %v = load float, ptr addrspace(3) %at
  %out = getelementptr float, ptr addrspace(1) %to, i64 %id
  store float %v, ptr addrspace(1) %out
  call void @__weft_barrier()
  br label %after
after:
  %next = add i64 %t, 1
  br label %loop
end:
  ret void
}

; CHECK-LABEL: define internal void @kernel_counts(
; CHECK: {{^}}region.0:
; CHECK: {{^}}x.range{{.*}}:
; CHECK: call i32 @counts.region.0
; CHECK: {{^}}region.1:
; CHECK: ret void
define void @counts(ptr addrspace(1) %counter) convergent "weft-kernel"="counts" {
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  call void @__weft_barrier()
  ret void
}
