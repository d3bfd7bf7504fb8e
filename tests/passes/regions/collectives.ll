; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

; Between two regions the group does what the splitting call asks for: a group step is called once,
; with the group's values; a collective is a loop over the work-items' operands, which deals
; the integers of a reduction to the lanes of a vector, and what a scan gives goes back to each work-item.
declare i64 @__weft_local_id_x() memory(none)
declare i32 @__weft_collective_reduce_max_i32(i32) convergent
declare i32 @__weft_collective_scan_exclusive_add_i32(i32) convergent
declare void @__weft_group_step_copy(ptr addrspace(1), i32) convergent

define void @k(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="k" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %most = call i32 @__weft_collective_reduce_max_i32(i32 %v)
  call void @__weft_group_step_copy(ptr addrspace(1) %data, i32 %most)
  %scan = call i32 @__weft_collective_scan_exclusive_add_i32(i32 %most)
  store i32 %scan, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal void @kernel_k(
; CHECK-NOT: call i32 @__weft_collective
; CHECK: call i32 @k.region.0(
; CHECK: store <16 x i32> splat (i32 -2147483648), ptr %dealt
; CHECK: %[[LANES:.*]] = load <16 x i32>, ptr %dealt
; CHECK: call <16 x i32> @llvm.smax.v16i32(<16 x i32> %[[LANES]]
; CHECK: %[[BEFORE:.*]] = load <16 x i32>, ptr %dealt
; CHECK: %[[REST:.*]] = call <16 x i32> @llvm.smax.v16i32(<16 x i32> %[[BEFORE]]
; CHECK: select <16 x i1> %{{.*}}, <16 x i32> %[[REST]], <16 x i32> %[[BEFORE]]
; CHECK: call <1 x i32> @llvm.smax.v1i32(
; CHECK: call i32 @k.region.1(
; CHECK: call void @__weft_group_step_copy(
; CHECK-NOT: call void @__weft_group_step_copy(
; CHECK: call i32 @k.region.2(
; CHECK: add i32
; CHECK: store i32
; CHECK: call i32 @k.region.3(
