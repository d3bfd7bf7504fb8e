; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-retarget,weft-sub-group-sizes %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=sapphirerapids -passes=weft-retarget,weft-sub-group-sizes %s 2>&1 | FileCheck %s --check-prefix=WIDE

; A sub-group has as many work-items as a vector has numbers of 32 bits, or as many as the kernel
; requires. It has four times as many where a loop waits for operations of sub-groups, whether
; variables are in memory or not: twice as many where the loop carries many values, no more than the
; work-groups hold that the kernel requires, and not where operations of successive iterations can
; overlap. Kernels use sub-groups also through functions.
target triple = "spir64-unknown-unknown"

declare spir_func i32 @__weft_sub_group_lane() memory(none)
declare spir_func i64 @__weft_sub_group_ballot(i32) memory(none) convergent
declare spir_func i32 @__weft_sub_group_reduce_add_u32(i32) memory(none) convergent

define spir_func i64 @votes(i32 %vote) convergent {
  %all = call spir_func i64 @__weft_sub_group_ballot(i32 %vote) convergent
  ret i64 %all
}

; CHECK: define void @plain({{.*}}) [[PLAIN:#[0-9]+]]
; CHECK: define void @direct({{.*}}) [[USES:#[0-9]+]]
; CHECK: define void @indirect({{.*}}) [[CONVERGENT:#[0-9]+]]
; CHECK: define void @required() [[REQUIRED:#[0-9]+]]
; CHECK: define void @waiting({{.*}}) [[WAITS:#[0-9]+]]
; CHECK: define void @waiting_with_many_values({{.*}}) [[MANY:#[0-9]+]]
; CHECK: define void @waiting_in_small_groups({{.*}}) [[SMALL:#[0-9]+]]
; CHECK: define void @waiting_with_a_pointer({{.*}}) [[POINTER:#[0-9]+]]
; CHECK: define void @waiting_in_memory({{.*}}) [[IN_MEMORY:#[0-9]+]]
; CHECK: define void @overlapping({{.*}}) [[OVERLAPS:#[0-9]+]]
; CHECK-NOT: define
; CHECK: attributes [[PLAIN]] = {
; CHECK-NOT: weft-uses-sub-groups
; CHECK-SAME: "weft-sub-group-size"="8"
; CHECK-NOT: weft-uses-sub-groups
; CHECK: attributes [[USES]] = { {{.*}}"weft-sub-group-size"="8"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[CONVERGENT]] = { convergent {{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[REQUIRED]] = { {{.*}}"weft-sub-group-size"="32"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[WAITS]] = { convergent {{.*}}"weft-sub-group-size"="32"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[MANY]] = { convergent {{.*}}"weft-sub-group-size"="16"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[SMALL]] = { convergent {{.*}}"weft-sub-group-size"="16"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[POINTER]] = { convergent {{.*}}"weft-sub-group-size"="32"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[IN_MEMORY]] = { convergent {{.*}}"weft-sub-group-size"="32"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[OVERLAPS]] = { convergent {{.*}}"weft-sub-group-size"="8"{{.*}}"weft-uses-sub-groups"
; WIDE: define void @waiting({{.*}}) [[WAITS:#[0-9]+]]
; WIDE: define void @waiting_with_many_values({{.*}}) [[MANY:#[0-9]+]]
; WIDE: define void @waiting_in_small_groups({{.*}}) [[SMALL:#[0-9]+]]
; WIDE: attributes [[WAITS]] = { convergent {{.*}}"weft-sub-group-size"="64"{{.*}}"weft-uses-sub-groups"
; WIDE: attributes [[MANY]] = { convergent {{.*}}"weft-sub-group-size"="32"{{.*}}"weft-uses-sub-groups"
; WIDE: attributes [[SMALL]] = { convergent {{.*}}"weft-sub-group-size"="16"{{.*}}"weft-uses-sub-groups"
define spir_kernel void @plain(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @direct(ptr addrspace(1) %out) {
  %lane = call spir_func i32 @__weft_sub_group_lane()
  store i32 %lane, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @indirect(ptr addrspace(1) %out) convergent {
  %votes = call spir_func i64 @votes(i32 1) convergent
  store i64 %votes, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @required() !intel_reqd_sub_group_size !0 {
  ret void
}

define spir_kernel void @waiting(i32 %start, ptr addrspace(1) %out) convergent {
entry:
  br label %loop
loop:
  %x = phi i32 [ %start, %entry ], [ %next, %loop ]
  %round = phi i32 [ 0, %entry ], [ %following, %loop ]
  %sum = call spir_func i32 @__weft_sub_group_reduce_add_u32(i32 %x) convergent
  %next = xor i32 %x, %sum
  %following = add i32 %round, 1
  %more = icmp ult i32 %following, 9
  br i1 %more, label %loop, label %end
end:
  store i32 %next, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @waiting_with_many_values(i64 %start, ptr addrspace(1) %out) convergent {
entry:
  br label %loop
loop:
  %x = phi i64 [ %start, %entry ], [ %next, %loop ]
  %y = phi i64 [ %start, %entry ], [ %wide, %loop ]
  %z = phi i64 [ %start, %entry ], [ %y, %loop ]
  %round = phi i32 [ 0, %entry ], [ %following, %loop ]
  %low = trunc i64 %x to i32
  %sum = call spir_func i32 @__weft_sub_group_reduce_add_u32(i32 %low) convergent
  %wide = zext i32 %sum to i64
  %next = xor i64 %z, %wide
  %following = add i32 %round, 1
  %more = icmp ult i32 %following, 9
  br i1 %more, label %loop, label %end
end:
  store i64 %next, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @waiting_in_small_groups(i32 %start, ptr addrspace(1) %out) convergent !reqd_work_group_size !1 {
entry:
  br label %loop
loop:
  %x = phi i32 [ %start, %entry ], [ %next, %loop ]
  %round = phi i32 [ 0, %entry ], [ %following, %loop ]
  %sum = call spir_func i32 @__weft_sub_group_reduce_add_u32(i32 %x) convergent
  %next = xor i32 %x, %sum
  %following = add i32 %round, 1
  %more = icmp ult i32 %following, 9
  br i1 %more, label %loop, label %end
end:
  store i32 %next, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @waiting_with_a_pointer(ptr addrspace(1) %data, ptr addrspace(1) %out) convergent {
entry:
  br label %loop
loop:
  %place = phi ptr addrspace(1) [ %data, %entry ], [ %next, %loop ]
  %round = phi i32 [ 0, %entry ], [ %following, %loop ]
  %x = load i32, ptr addrspace(1) %place
  %sum = call spir_func i32 @__weft_sub_group_reduce_add_u32(i32 %x) convergent
  %next = getelementptr i32, ptr addrspace(1) %place, i32 %sum
  %following = add i32 %round, 1
  %more = icmp ult i32 %following, 9
  br i1 %more, label %loop, label %end
end:
  store ptr addrspace(1) %next, ptr addrspace(1) %out
  ret void
}

define spir_func void @waits(i32 %start, ptr addrspace(1) %out) convergent {
entry:
  %x = alloca i32
  store i32 %start, ptr %x
  br label %loop
loop:
  %round = phi i32 [ 0, %entry ], [ %following, %loop ]
  %value = load i32, ptr %x
  %sum = call spir_func i32 @__weft_sub_group_reduce_add_u32(i32 %value) convergent
  store i32 %sum, ptr %x
  %following = add i32 %round, 1
  %more = icmp ult i32 %following, 9
  br i1 %more, label %loop, label %end
end:
  %result = load i32, ptr %x
  store i32 %result, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @waiting_in_memory(i32 %start, ptr addrspace(1) %out) convergent {
  call spir_func void @waits(i32 %start, ptr addrspace(1) %out) convergent
  ret void
}

define spir_kernel void @overlapping(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent {
entry:
  %x = alloca i32
  br label %loop
loop:
  %round = phi i32 [ 0, %entry ], [ %following, %loop ]
  %total = phi i32 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr i32, ptr addrspace(1) %in, i32 %round
  %loaded = load i32, ptr addrspace(1) %element
  store i32 %loaded, ptr %x
  %value = load i32, ptr %x
  %sum = call spir_func i32 @__weft_sub_group_reduce_add_u32(i32 %value) convergent
  store i32 %sum, ptr %x
  %again = load i32, ptr %x
  %next = add i32 %total, %again
  %following = add i32 %round, 1
  %more = icmp ult i32 %following, 9
  br i1 %more, label %loop, label %end
end:
  store i32 %next, ptr addrspace(1) %out
  ret void
}

!0 = !{i32 32}
!1 = !{i32 4, i32 3, i32 1}
