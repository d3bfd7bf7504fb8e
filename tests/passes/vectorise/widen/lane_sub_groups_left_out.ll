; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Blocks that turn out to be unreachable are asked for their order before they are deleted. There are
; so many that the memory of some would have other contents by then.
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck %s

declare i64 @__weft_local_id_x() memory(none)
declare i1 @__weft_sub_group_leaves_loop() convergent
declare i32 @__weft_sub_group_reduce_max_i32(i32) memory(none) convergent

; What does not leave the loop is left out: here that is all of the way round.
; CHECK-LABEL: define internal i32 @left.region.0.unmasked(
; CHECK-NOT: icmp sgt <8 x i32>
; CHECK: ret i32
define void @left(ptr addrspace(1) %data) convergent "weft-kernel"="left" "weft-sub-group-size"="8" "weft-uses-sub-groups" {
  %i = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %x = load i32, ptr addrspace(1) %at
  %leaves = call i1 @__weft_sub_group_leaves_loop() convergent
  br i1 %leaves, label %out, label %stays0
stays0:
  %part0 = icmp sgt i32 %x, 0
  br i1 %part0, label %some0, label %stays1
some0:
  %most0 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most0, ptr addrspace(1) %at
  br label %stays1
stays1:
  %part1 = icmp sgt i32 %x, 1
  br i1 %part1, label %some1, label %stays2
some1:
  %most1 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most1, ptr addrspace(1) %at
  br label %stays2
stays2:
  %part2 = icmp sgt i32 %x, 2
  br i1 %part2, label %some2, label %stays3
some2:
  %most2 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most2, ptr addrspace(1) %at
  br label %stays3
stays3:
  %part3 = icmp sgt i32 %x, 3
  br i1 %part3, label %some3, label %stays4
some3:
  %most3 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most3, ptr addrspace(1) %at
  br label %stays4
stays4:
  %part4 = icmp sgt i32 %x, 4
  br i1 %part4, label %some4, label %stays5
some4:
  %most4 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most4, ptr addrspace(1) %at
  br label %stays5
stays5:
  %part5 = icmp sgt i32 %x, 5
  br i1 %part5, label %some5, label %stays6
some5:
  %most5 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most5, ptr addrspace(1) %at
  br label %stays6
stays6:
  %part6 = icmp sgt i32 %x, 6
  br i1 %part6, label %some6, label %stays7
some6:
  %most6 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most6, ptr addrspace(1) %at
  br label %stays7
stays7:
  %part7 = icmp sgt i32 %x, 7
  br i1 %part7, label %some7, label %stays8
some7:
  %most7 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most7, ptr addrspace(1) %at
  br label %stays8
stays8:
  %part8 = icmp sgt i32 %x, 8
  br i1 %part8, label %some8, label %stays9
some8:
  %most8 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most8, ptr addrspace(1) %at
  br label %stays9
stays9:
  %part9 = icmp sgt i32 %x, 9
  br i1 %part9, label %some9, label %stays10
some9:
  %most9 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most9, ptr addrspace(1) %at
  br label %stays10
stays10:
  %part10 = icmp sgt i32 %x, 10
  br i1 %part10, label %some10, label %stays11
some10:
  %most10 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most10, ptr addrspace(1) %at
  br label %stays11
stays11:
  %part11 = icmp sgt i32 %x, 11
  br i1 %part11, label %some11, label %stays12
some11:
  %most11 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most11, ptr addrspace(1) %at
  br label %stays12
stays12:
  %part12 = icmp sgt i32 %x, 12
  br i1 %part12, label %some12, label %stays13
some12:
  %most12 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most12, ptr addrspace(1) %at
  br label %stays13
stays13:
  %part13 = icmp sgt i32 %x, 13
  br i1 %part13, label %some13, label %stays14
some13:
  %most13 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most13, ptr addrspace(1) %at
  br label %stays14
stays14:
  %part14 = icmp sgt i32 %x, 14
  br i1 %part14, label %some14, label %stays15
some14:
  %most14 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most14, ptr addrspace(1) %at
  br label %stays15
stays15:
  %part15 = icmp sgt i32 %x, 15
  br i1 %part15, label %some15, label %stays16
some15:
  %most15 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most15, ptr addrspace(1) %at
  br label %stays16
stays16:
  %part16 = icmp sgt i32 %x, 16
  br i1 %part16, label %some16, label %stays17
some16:
  %most16 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most16, ptr addrspace(1) %at
  br label %stays17
stays17:
  %part17 = icmp sgt i32 %x, 17
  br i1 %part17, label %some17, label %stays18
some17:
  %most17 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most17, ptr addrspace(1) %at
  br label %stays18
stays18:
  %part18 = icmp sgt i32 %x, 18
  br i1 %part18, label %some18, label %stays19
some18:
  %most18 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most18, ptr addrspace(1) %at
  br label %stays19
stays19:
  %part19 = icmp sgt i32 %x, 19
  br i1 %part19, label %some19, label %stays20
some19:
  %most19 = call i32 @__weft_sub_group_reduce_max_i32(i32 %x) convergent
  store i32 %most19, ptr addrspace(1) %at
  br label %stays20
stays20:
  br label %out
out:
  ret void
}
