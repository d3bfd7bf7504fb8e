; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

; What is the same for the whole group is computed by one work-item and handed to later regions as a
; parameter: loads from uniform addresses and what follows from them. What comes from ids, atomics,
; volatile loads, or leaves a loop when each work-item likes is not.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

; CHECK-LABEL: define internal i32 @uniform.region.1(
; CHECK-SAME: , i32 %[[SUM:[0-9]+]]){{.*}} {
; CHECK: store i32 %[[SUM]], ptr addrspace(1)
define void @uniform(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="uniform" {
  %id = call i64 @__weft_local_id_x()
  %a.at = getelementptr i32, ptr addrspace(1) %data, i64 %n
  %a = load i32, ptr addrspace(1) %a.at
  %sum = mul i32 %a, %a
  call void @__weft_barrier()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal i32 @atomic.region.1(
; CHECK-SAME: , ptr {{[^,]*}}){{.*}} {
; CHECK: %[[VALUE:.*]] = load i32, ptr %
; CHECK: store i32 %[[VALUE]], ptr addrspace(1)
define void @atomic(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="atomic" {
  %id = call i64 @__weft_local_id_x()
  %a = atomicrmw add ptr addrspace(1) %data, i32 1 monotonic
  call void @__weft_barrier()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  store i32 %a, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal i32 @volatile.region.1(
; CHECK-SAME: , ptr {{[^,]*}}){{.*}} {
; CHECK: %[[VALUE:.*]] = load i32, ptr %
; CHECK: store i32 %[[VALUE]], ptr addrspace(1)
define void @volatile(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="volatile" {
  %id = call i64 @__weft_local_id_x()
  %a = load volatile i32, ptr addrspace(1) %data
  call void @__weft_barrier()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  store i32 %a, ptr addrspace(1) %at
  ret void
}

; The counter is uniform in the loop; outside it is the number of rounds of each work-item.
; CHECK-LABEL: define internal i32 @temporal.region.1(
; CHECK-SAME: , ptr {{[^,]*}}){{.*}} {
; CHECK: load i32, ptr %
define void @temporal(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="temporal" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %rounds = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %rounds
  br i1 %again, label %loop, label %after
after:
  call void @__weft_barrier()
  store i32 %i, ptr addrspace(1) %at
  ret void
}
