; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-work-group %s 2>&1 | FileCheck %s

; One function runs a range of a launch's groups: the kernel's code becomes part of it, in loops over the
; work-items of a group for each region, of which the second begins when the first is through. Values
; that cross the barrier go through the context array.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

define void @k(ptr addrspace(1) %p) convergent "weft-kernel"="k" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %at
  store i32 1, ptr addrspace(1) %at
  call void @__weft_barrier()
  %next = getelementptr i32, ptr addrspace(1) %at, i64 1
  store i32 %v, ptr addrspace(1) %next
  ret void
}

; CHECK-NOT: define {{.*}}@k
; CHECK: define internal void @kernel_k(ptr {{.*}}%launch, i64 {{.*}}%first, i64 {{.*}}%last, ptr {{.*}}%worker)
; CHECK: %[[ANY:.*]] = icmp ult i64 %first, %last
; CHECK: br i1 %[[ANY]], label %groups, label %end

; The last group of a dimension may be smaller.
; CHECK: group:
; CHECK: %[[DONE:.*]] = mul nuw nsw i64 %group.id.0, %local.size.0
; CHECK: %[[LEFT:.*]] = sub nuw nsw i64 %global.size.0, %[[DONE]]
; CHECK: %group.size.0 = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 %[[LEFT]])

; CHECK: region.0:
; CHECK: x.range:
; CHECK: lane:
; CHECK: load i32, ptr addrspace(1)
; CHECK: store i32 1, ptr addrspace(1)
; CHECK: %[[SLOT:.*]] = getelementptr {{.*}}ptr %context.block, i64 %lane.index
; CHECK: store i32 %{{.*}}, ptr %[[SLOT]]
; CHECK: br i1 %{{.*}}, label %lane.end, label %lane
; CHECK: br i1 %{{.*}}, label %x.range.end, label %x.range
; CHECK: x.range.end:
; CHECK: br label %region.1

; CHECK: region.1:
; CHECK: %[[VALUE:.*]] = load i32, ptr %
; CHECK: store i32 %[[VALUE]], ptr addrspace(1)
; CHECK: group.done:
; CHECK: br i1 %{{.*}}, label %{{end|group}}, label %{{end|group}}
; CHECK-NOT: call {{.*}}@k
