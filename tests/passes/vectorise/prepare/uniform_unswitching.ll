; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=off>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions,weft-uniform-unswitching %s 2>&1 | FileCheck --check-prefix=ALONE %s

; A region that begins with a branch on what the group shares becomes two, and the group chooses.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

; Round the loop or behind it: the condition is computed from the counter as it was.
; ALONE-NOT: @varies.region.1.starts(
; ALONE-NOT: @meets.region.1.starts(
; ALONE: define internal i1 @rounds.region.1.starts(
; ALONE: define internal i32 @rounds.region.1.otherwise(

; CHECK-LABEL: define internal i32 @rounds.region.1(
; CHECK-NOT: br i1
; CHECK: store i32 1,
; CHECK: ret i32 1
; CHECK-NOT: ret i32 0
; CHECK-LABEL: define internal i1 @rounds.region.1.starts(
; CHECK: icmp slt i32
; CHECK: ret i1
; CHECK-LABEL: define internal i32 @rounds.region.1.otherwise(
; CHECK-NOT: br i1
; CHECK: store i32 2,
; CHECK: ret i32 0
; CHECK-NOT: ret i32 1
; CHECK-LABEL: define internal void @kernel_rounds(
; CHECK: {{^}}region.1:
; CHECK: %[[STARTS:.*]] = call i1 @rounds.region.1.starts(
; CHECK: br i1 %[[STARTS]], label %starts{{.*}}, label %starts{{.*}}.else
; What always leads to the same region says so even if no work-item ran.
; CHECK: store i32 1, ptr %next.region
; CHECK: call i32 @rounds.region.1{{[.(]}}
define void @rounds(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="rounds" {
entry:
  %id = call i64 @__weft_local_id_x()
  %p = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %after ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  store i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  br label %after
after:
  %i.next = add i32 %i, 1
  br label %loop
end:
  store i32 2, ptr addrspace(1) %p
  ret void
}

; What differs between the work-items, and what is read from memory, is left to them.
; CHECK-NOT: @varies.region{{.*}}.starts
; CHECK-LABEL: define internal void @kernel_varies(
define void @varies(ptr addrspace(1) %data, ptr addrspace(3) %shared, i64 %n) convergent "weft-kernel"="varies" {
entry:
  %id = call i64 @__weft_local_id_x()
  %p = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %id
  %below = icmp ult i64 %id, %n
  br i1 %below, label %mine, label %other
mine:
  store i32 1, ptr addrspace(1) %p
  br label %meet
other:
  store i32 2, ptr addrspace(1) %p
  br label %meet
meet:
  call void @__weft_barrier()
  %flag = load i32, ptr addrspace(3) %shared
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %write, label %end
write:
  store i32 3, ptr addrspace(1) %p
  ret void
end:
  store i32 4, ptr addrspace(1) %p
  ret void
}

; Ways that meet again stay together: both functions would hold what follows.
; CHECK-NOT: @meets.region{{.*}}.starts
; CHECK-LABEL: define internal void @kernel_meets(
define void @meets(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="meets" {
entry:
  %id = call i64 @__weft_local_id_x()
  %p = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %id
  call void @__weft_barrier()
  %many = icmp ugt i64 %n, 8
  br i1 %many, label %one, label %other
one:
  store i32 1, ptr addrspace(1) %p
  br label %meet
other:
  store i32 2, ptr addrspace(1) %p
  br label %meet
meet:
  %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 64
  store i32 3, ptr addrspace(1) %q
  ret void
}
