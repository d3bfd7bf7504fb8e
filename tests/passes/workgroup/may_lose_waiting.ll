; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck %s

; Where a single work-item waits, in each iteration of a loop, for what it has stored in the previous
; one, gangs are worth a trial though each lane loads and stores by itself. Not so where the loads are
; those of other addresses, or where no trial can find out.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier(i32) convergent

; CHECK-DAG: remark: {{.*}}waits.region.0: vectorised, VF 8
; CHECK-DAG: remark: {{.*}}waits_narrow.region.0: vectorised, VF 8
; CHECK-DAG: remark: {{.*}}goes_on.region.0: scalar: too much would be replicated
; CHECK-DAG: remark: {{.*}}reads_others.region.0: scalar: too much would be replicated
; CHECK-DAG: remark: {{.*}}numbers.region.0: scalar: too much would be replicated
; CHECK-DAG: remark: {{.*}}two_regions.region.0: vectorised, VF 8
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="waits" "weft-lanes-may-lose"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="waits_narrow" "weft-lanes-may-lose"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="two_regions" "weft-lanes-may-lose"
define void @waits(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %a, i64 %n) convergent "weft-kernel"="waits" {
entry:
  %id = call i64 @__weft_local_id_x()
  %row = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %place = add nsw i64 %row, %k
  %before = add nsw i64 %k, -1
  %place.before = add nsw i64 %row, %before
  %from = getelementptr float, ptr addrspace(1) %x, i64 %place.before
  %last = load float, ptr addrspace(1) %from
  %factor.at = getelementptr float, ptr addrspace(1) %a, i64 %place
  %factor = load float, ptr addrspace(1) %factor.at
  %at = getelementptr float, ptr addrspace(1) %x, i64 %place
  %v = load float, ptr addrspace(1) %at
  %quotient = fdiv float %factor, %last
  %sum = fsub float %v, %quotient
  store float %sum, ptr addrspace(1) %at
  %next = add nuw nsw i64 %k, 1
  %goes.on = icmp slt i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

; Indexes of 32 bits.
define void @waits_narrow(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %a, i32 %n) convergent "weft-kernel"="waits_narrow" {
entry:
  %id = call i64 @__weft_local_id_x()
  %short = trunc i64 %id to i32
  %row = mul nsw i32 %short, %n
  br label %loop
loop:
  %k = phi i32 [ 1, %entry ], [ %next, %loop ]
  %place = add nsw i32 %row, %k
  %before = add nsw i32 %k, -1
  %place.before = add nsw i32 %row, %before
  %index = sext i32 %place to i64
  %index.before = sext i32 %place.before to i64
  %from = getelementptr float, ptr addrspace(1) %x, i64 %index.before
  %last = load float, ptr addrspace(1) %from
  %factor.at = getelementptr float, ptr addrspace(1) %a, i64 %index
  %factor = load float, ptr addrspace(1) %factor.at
  %at = getelementptr float, ptr addrspace(1) %x, i64 %index
  %v = load float, ptr addrspace(1) %at
  %quotient = fdiv float %factor, %last
  %sum = fsub float %v, %quotient
  store float %sum, ptr addrspace(1) %at
  %next = add nuw nsw i32 %k, 1
  %goes.on = icmp slt i32 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

; The next element, which a later iteration stores.
define void @goes_on(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %a, i64 %n) convergent "weft-kernel"="goes_on" {
entry:
  %id = call i64 @__weft_local_id_x()
  %row = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %place = add nsw i64 %row, %k
  %before = add nsw i64 %k, 1
  %place.before = add nsw i64 %row, %before
  %from = getelementptr float, ptr addrspace(1) %x, i64 %place.before
  %last = load float, ptr addrspace(1) %from
  %factor.at = getelementptr float, ptr addrspace(1) %a, i64 %place
  %factor = load float, ptr addrspace(1) %factor.at
  %at = getelementptr float, ptr addrspace(1) %x, i64 %place
  %v = load float, ptr addrspace(1) %at
  %quotient = fdiv float %factor, %last
  %sum = fsub float %v, %quotient
  store float %sum, ptr addrspace(1) %at
  %next = add nuw nsw i64 %k, 1
  %goes.on = icmp slt i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

define void @reads_others(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %a, i64 %n) convergent "weft-kernel"="reads_others" {
entry:
  %id = call i64 @__weft_local_id_x()
  %row = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %place = add nsw i64 %row, %k
  %before = add nsw i64 %k, -1
  %place.before = add nsw i64 %row, %before
  %from = getelementptr float, ptr addrspace(1) %y, i64 %place.before
  %last = load float, ptr addrspace(1) %from
  %factor.at = getelementptr float, ptr addrspace(1) %a, i64 %place
  %factor = load float, ptr addrspace(1) %factor.at
  %at = getelementptr float, ptr addrspace(1) %x, i64 %place
  %v = load float, ptr addrspace(1) %at
  %quotient = fdiv float %factor, %last
  %sum = fsub float %v, %quotient
  store float %sum, ptr addrspace(1) %at
  %next = add nuw nsw i64 %k, 1
  %goes.on = icmp slt i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

; Its results depend on the order of work-items.
define void @numbers(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %a, i64 %n) convergent "weft-kernel"="numbers" {
entry:
  %id = call i64 @__weft_local_id_x()
  %row = mul i64 %id, %n
  %number = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %place = add nsw i64 %row, %k
  %before = add nsw i64 %k, -1
  %place.before = add nsw i64 %row, %before
  %from = getelementptr float, ptr addrspace(1) %x, i64 %place.before
  %last = load float, ptr addrspace(1) %from
  %factor.at = getelementptr float, ptr addrspace(1) %a, i64 %place
  %factor = load float, ptr addrspace(1) %factor.at
  %at = getelementptr float, ptr addrspace(1) %x, i64 %place
  %v = load float, ptr addrspace(1) %at
  %quotient = fdiv float %factor, %last
  %sum = fsub float %v, %quotient
  %real = uitofp i32 %number to float
  %stored = fadd float %sum, %real
  store float %stored, ptr addrspace(1) %at
  %next = add nuw nsw i64 %k, 1
  %goes.on = icmp slt i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

define void @two_regions(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %a, i64 %n) convergent "weft-kernel"="two_regions" {
entry:
  %id = call i64 @__weft_local_id_x()
  %row = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %place = add nsw i64 %row, %k
  %before = add nsw i64 %k, -1
  %place.before = add nsw i64 %row, %before
  %from = getelementptr float, ptr addrspace(1) %x, i64 %place.before
  %last = load float, ptr addrspace(1) %from
  %factor.at = getelementptr float, ptr addrspace(1) %a, i64 %place
  %factor = load float, ptr addrspace(1) %factor.at
  %at = getelementptr float, ptr addrspace(1) %x, i64 %place
  %v = load float, ptr addrspace(1) %at
  %quotient = fdiv float %factor, %last
  %sum = fsub float %v, %quotient
  store float %sum, ptr addrspace(1) %at
  %next = add nuw nsw i64 %k, 1
  %goes.on = icmp slt i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  call void @__weft_barrier(i32 1)
  %mine = getelementptr float, ptr addrspace(1) %y, i64 %id
  %old = load float, ptr addrspace(1) %mine
  %new = fadd float %old, 1.0
  store float %new, ptr addrspace(1) %mine
  ret void
}
