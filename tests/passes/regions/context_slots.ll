; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

; A sum over a loop with two barriers is one value under three names, of which no two are live after
; the same barrier: it keeps one slot, and the region that only goes round the loop leaves it there.
; What is live beside it has another slot.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

; CHECK-LABEL: define internal i32 @sum.region.0(
; CHECK: store double %total, ptr %
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @sum.region.1(
; CHECK: fadd double
; CHECK: store double
; CHECK: ret i32 2
; CHECK-LABEL: define internal i32 @sum.region.2(
; CHECK: store double %{{.*}}, ptr addrspace(1)
; CHECK: ret i32 0
; CHECK-NOT: store double
; CHECK: ret i32 1
; CHECK: define internal void @kernel_sum({{.*}}) #[[SUM:[0-9]+]]
define void @sum(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %count) convergent "weft-kernel"="sum" {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %after ]
  %total = phi double [ 0.0, %entry ], [ %more, %after ]
  %goes.on = icmp ult i64 %t, %count
  br i1 %goes.on, label %body, label %end
body:
  call void @__weft_barrier()
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr double, ptr addrspace(1) %in, i64 %id
  %v = load double, ptr addrspace(1) %at
  %more = fadd double %total, %v
  call void @__weft_barrier()
  br label %after
after:
  %next = add i64 %t, 1
  br label %loop
end:
  %i = call i64 @__weft_local_id_x()
  %to = getelementptr double, ptr addrspace(1) %out, i64 %i
  store double %total, ptr addrspace(1) %to
  ret void
}

; CHECK: define internal void @kernel_two({{.*}}) #[[TWO:[0-9]+]]
define void @two(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="two" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr double, ptr addrspace(1) %in, i64 %id
  %a = load double, ptr addrspace(1) %at
  %b = fadd double %a, 1.0
  call void @__weft_barrier()
  %c = fmul double %a, %b
  %to = getelementptr double, ptr addrspace(1) %out, i64 %id
  store double %c, ptr addrspace(1) %to
  ret void
}

; CHECK-DAG: attributes #[[SUM]] = {{.*}}"weft-context-item-bytes"="8"
; CHECK-DAG: attributes #[[TWO]] = {{.*}}"weft-context-item-bytes"="16"
