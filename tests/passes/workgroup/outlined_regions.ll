; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-kernel-arguments,weft-work-group %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 "-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>" %s | FileCheck --check-prefix=LANES %s

; The 45 regions of this kernel make a large work-group function, so each is a function of its own,
; which is not inlined. It loads what it needs of the launch and of the worker again; the ids of the
; group are its parameters. The work-group function only walks the regions.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

define void @k(ptr addrspace(1) %p) convergent "weft-kernel"="k" {
  %id = call i64 @__weft_local_id_x()
  %group = call i64 @__weft_group_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 0, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 1, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 2, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 3, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 4, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 5, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 6, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 7, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 8, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 9, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 10, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 11, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 12, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 13, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 14, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 15, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 16, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 17, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 18, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 19, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 20, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 21, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 22, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 23, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 24, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 25, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 26, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 27, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 28, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 29, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 30, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 31, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 32, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 33, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 34, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 35, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 36, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 37, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 38, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 39, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 40, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 41, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 42, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 43, ptr addrspace(1) %at
  call void @__weft_barrier()
  %other = getelementptr i64, ptr addrspace(1) %at, i64 %group
  store i32 44, ptr addrspace(1) %other
  ret void
}

; CHECK: define internal void @kernel_k(ptr {{.*}}%launch, i64 {{.*}}%first, i64 {{.*}}%last, ptr {{.*}}%worker)
; CHECK: group:
; CHECK-NOT: store
; CHECK: call void @kernel_k.region.0(ptr %launch, {{.*}}i64 %group.id.0
; CHECK-NOT: store
; CHECK: call void @kernel_k.region.1(
; CHECK-NOT: store
; CHECK: call void @kernel_k.region.44(
; CHECK-NOT: store
; CHECK: ret void

; CHECK: define internal void @kernel_k.region.0(ptr %launch, {{.*}}i64 %group.id.0{{.*}}) #[[ATTRIBUTES:[0-9]+]] {
; CHECK: %[[LAUNCH:.*]] = addrspacecast ptr %launch
; CHECK: %[[FIELD:.*]] = getelementptr {{.*}} %[[LAUNCH]], i64 112
; CHECK: %[[ARGUMENTS:.*]] = load ptr, ptr addrspace(2) %[[FIELD]]
; CHECK: %p{{.*}} = load ptr addrspace(1)
; CHECK: store i32 0, ptr addrspace(1)
; CHECK-NOT: call
; CHECK: ret void
; CHECK: define internal void @kernel_k.region.44(
; CHECK: store i32 44, ptr addrspace(1)
; CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}noinline

; A region that reads neither the launch nor the ids of the group runs in gangs in every launch, and
; needs no scalar version for huge ones. The last one does.
; LANES: define internal void @kernel_k.region.1(
; LANES-NOT: call {{.*}}@k.region.1(
; LANES: call {{.*}}@k.region.1.unmasked(
; LANES-NOT: call {{.*}}@k.region.1(
; LANES: define internal void @kernel_k.region.2(
; LANES: define internal void @kernel_k.region.44(
; LANES: icmp ugt i64 %local.size.0{{.*}}, 2
; LANES: br i1 %suits.gangs
; LANES: call {{.*}}@k.region.44(
