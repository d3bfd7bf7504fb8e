; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck %s

; A gang is a sub-group: its operations are those of vectors, for the lanes of the block's mask.
declare i64 @__weft_local_id_x() memory(none)
declare i32 @__weft_sub_group_lane() memory(none)
declare i32 @__weft_sub_group_id() memory(none)
declare i64 @__weft_sub_group_ballot(i32) memory(none) convergent
declare i32 @__weft_sub_group_shuffle_i32(i32, i32) memory(none) convergent
declare i32 @__weft_sub_group_reduce_max_i32(i32) memory(none) convergent
declare float @__weft_sub_group_scan_inclusive_add_f32(float) memory(none) convergent
declare i32 @__weft_sub_group_clustered_xor_u32(i32, i32) memory(none) convergent
declare void @__weft_sub_group_barrier() convergent

; Whole gangs: lanes are constants, and what each lane takes of its neighbour is a shuffle.
; CHECK-LABEL: define internal i32 @whole.region.0.unmasked(
; CHECK: shufflevector <8 x i32> {{.*}} <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: lshr i64 {{.*}}, 3
; CHECK-LABEL: define internal i32 @whole.region.0.predicated(
define void @whole(ptr addrspace(1) %data) convergent "weft-kernel"="whole" "weft-sub-group-size"="8" "weft-uses-sub-groups" {
  %i = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %x = load i32, ptr addrspace(1) %at
  %lane = call i32 @__weft_sub_group_lane()
  %other = xor i32 %lane, 1
  %y = call i32 @__weft_sub_group_shuffle_i32(i32 %x, i32 %other) convergent
  call void @__weft_sub_group_barrier() convergent
  %number = call i32 @__weft_sub_group_id()
  %sum = add i32 %y, %number
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

; Only the lanes of the branch vote and count. A reduction is one number for all of them.
; CHECK-LABEL: define internal i32 @some.region.0.unmasked(
; CHECK: %[[PART:.*]] = icmp sgt <8 x i32>
; CHECK: select <8 x i1> {{.*}}, <8 x i32> {{.*}}, <8 x i32> splat (i32 -2147483648)
; CHECK: call <4 x i32> @llvm.smax.v4i32(
; CHECK: call <2 x i32> @llvm.smax.v2i32(
; CHECK: call <1 x i32> @llvm.smax.v1i32(
; CHECK: select <8 x i1> {{.*}}, <8 x i1> {{.*}}, <8 x i1> zeroinitializer
; CHECK: bitcast <8 x i1> {{.*}} to i8
; CHECK: call <8 x i32> @__weft_permutation_8_i32(<8 x i32> {{.*}}, <8 x i32> {{.*}})
define void @some(ptr addrspace(1) %data) convergent "weft-kernel"="some" "weft-sub-group-size"="8" "weft-uses-sub-groups" {
  %i = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %x = load i32, ptr addrspace(1) %at
  %part = icmp sgt i32 %x, 5
  br i1 %part, label %inside, label %end
inside:
  %most = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  %votes = call i64 @__weft_sub_group_ballot(i32 %x) convergent
  %cut = trunc i64 %votes to i32
  %sum = add i32 %most, %cut
  %there = call i32 @__weft_sub_group_shuffle_i32(i32 %sum, i32 %x) convergent
  %moved = call i32 @__weft_sub_group_shuffle_i32(i32 %x, i32 %x) convergent
  %result = add i32 %there, %moved
  store i32 %result, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; A scan adds in steps that double within 128 bits, with the number that changes nothing where no
; lane is before, and then the last sum of the 128 bits before.
; CHECK-LABEL: define internal i32 @sums.region.0.unmasked(
; CHECK: shufflevector <8 x float> splat (float -0.000000e+00), <8 x float> {{.*}}, <8 x i32> <i32 0, i32 8, i32 9, i32 10, i32 4, i32 12, i32 13, i32 14>
; CHECK: fadd <8 x float>
; CHECK: shufflevector <8 x float> {{.*}}, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
; CHECK: [[IN_BLOCK:%.*]] = fadd <8 x float>
; CHECK: [[TOTALS:%.*]] = shufflevector <8 x float> [[IN_BLOCK]], <8 x float> poison, <8 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7, i32 7, i32 7>
; CHECK: [[BEFORE:%.*]] = shufflevector <8 x float> {{.*}}, <8 x float> [[TOTALS]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK: fadd <8 x float> [[BEFORE]], [[IN_BLOCK]]
; CHECK: shufflevector <8 x i32> {{.*}} <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: shufflevector <8 x i32> {{.*}} <8 x i32> <i32 2, i32 3, i32 0, i32 1, i32 6, i32 7, i32 4, i32 5>
; CHECK-NOT: <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
; CHECK: ret i32
define void @sums(ptr addrspace(1) %data, ptr addrspace(1) %bits) convergent "weft-kernel"="sums" "weft-sub-group-size"="8" "weft-uses-sub-groups" {
  %i = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %i
  %x = load float, ptr addrspace(1) %at
  %scan = call float @__weft_sub_group_scan_inclusive_add_f32(float %x) convergent
  store float %scan, ptr addrspace(1) %at
  %at.bits = getelementptr i32, ptr addrspace(1) %bits, i64 %i
  %y = load i32, ptr addrspace(1) %at.bits
  %parity = call i32 @__weft_sub_group_clustered_xor_u32(i32 %y, i32 4) convergent
  store i32 %parity, ptr addrspace(1) %at.bits
  ret void
}
