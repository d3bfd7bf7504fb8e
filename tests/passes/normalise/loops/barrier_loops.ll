; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-full-unroll %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline -passes=weft-full-unroll -stats %s -o /dev/null 2>&1 | FileCheck --check-prefix=COUNT %s

; COUNT: 1 weft-full-unroll {{.*}}Unrolled loops with barriers

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

; With a known local size the rounds become straight code.
; CHECK-LABEL: define void @sized(
; CHECK-COUNT-3: call void @__weft_barrier()
; CHECK-NOT: call void @__weft_barrier()
; CHECK: ret void
define void @sized(ptr addrspace(3) %p) convergent "weft-kernel"="sized" !reqd_work_group_size !0 {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(3) %p, i64 %id
  br label %loop
loop:
  %distance = phi i32 [ 1, %entry ], [ %next, %loop ]
  store i32 %distance, ptr addrspace(3) %at
  call void @__weft_barrier()
  %next = shl i32 %distance, 1
  %again = icmp ult i32 %next, 8
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Otherwise they stay, and the kernel says so.
; CHECK-LABEL: define void @any(
; CHECK-SAME: #[[ANY:[0-9]+]]
; CHECK: %distance = phi
define void @any(ptr addrspace(3) %p) convergent "weft-kernel"="any" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(3) %p, i64 %id
  br label %loop
loop:
  %distance = phi i32 [ 1, %entry ], [ %next, %loop ]
  store i32 %distance, ptr addrspace(3) %at
  call void @__weft_barrier()
  %next = shl i32 %distance, 1
  %again = icmp ult i32 %next, 8
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Too many rounds, and a number that is not constant.
; CHECK-LABEL: define void @long(
; CHECK-SAME: #[[LONG:[0-9]+]]
; CHECK: %k = phi
; CHECK: %j = phi
define void @long(ptr addrspace(3) %p, i32 %n) convergent "weft-kernel"="long" !reqd_work_group_size !0 {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(3) %p, i64 %id
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %k, ptr addrspace(3) %at
  call void @__weft_barrier()
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, 17
  br i1 %again, label %loop, label %second
second:
  %j = phi i32 [ 0, %loop ], [ %following, %second ]
  store i32 %j, ptr addrspace(3) %at
  call void @__weft_barrier()
  %following = add i32 %j, 1
  %more = icmp ult i32 %following, %n
  br i1 %more, label %second, label %exit
exit:
  ret void
}

; One barrier outside of loops is enough, but not one in a loop that stays.
; CHECK-LABEL: define void @once(
; CHECK-SAME: #[[ONCE:[0-9]+]]
define void @once(ptr addrspace(3) %p) convergent "weft-kernel"="once" {
  store i32 1, ptr addrspace(3) %p
  call void @__weft_barrier()
  store i32 2, ptr addrspace(3) %p
  ret void
}
; CHECK-LABEL: define void @stays(
; CHECK-SAME: #[[STAYS:[0-9]+]]
define void @stays(ptr addrspace(3) %p, i32 %n) convergent "weft-kernel"="stays" {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %k, ptr addrspace(3) %p
  call void @__weft_barrier()
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK: attributes #[[ANY]] = {{.*}}"weft-straight-barriers"
; CHECK-NOT: attributes #[[LONG]] = {{.*}}"weft-straight-barriers"
; CHECK: attributes #[[ONCE]] = {{.*}}"weft-straight-barriers"
; CHECK-NOT: attributes #[[STAYS]] = {{.*}}"weft-straight-barriers"

!0 = !{i32 64, i32 1, i32 1}
