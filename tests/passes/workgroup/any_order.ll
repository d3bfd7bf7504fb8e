; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<without=scalar-versions>' %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

; Which kernels may run without lanes, and of which that may be faster.
declare i64 @__weft_local_id_x() memory(none)

; WITHOUT-NOT: weft-any-order

; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="gathers" "weft-lanes-may-lose"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="neighbours" "weft-private-bytes"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="counts" "weft-lanes-may-lose"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="halves" "weft-lanes-may-lose"
; CHECK-NOT: "weft-any-order"{{.*}}"weft-kernel"="numbers"
define void @gathers(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %places) convergent "weft-kernel"="gathers" {
  %id = call i64 @__weft_local_id_x()
  %place.at = getelementptr i32, ptr addrspace(1) %places, i64 %id
  %place = load i32, ptr addrspace(1) %place.at
  %wide = sext i32 %place to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %a = mul i32 %v, 3
  %b = add i32 %a, %place
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %b, ptr addrspace(1) %out.at
  ret void
}

; Gangs are certainly faster, if there are enough work-items for them.
define void @neighbours(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="neighbours" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %a = mul i32 %v, 3
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %a, ptr addrspace(1) %out.at
  ret void
}

; Who comes first gets which number? That must not depend on how long a trial took.
define void @numbers(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %places) convergent "weft-kernel"="numbers" {
  %id = call i64 @__weft_local_id_x()
  %place.at = getelementptr i32, ptr addrspace(1) %places, i64 %id
  %place = load i32, ptr addrspace(1) %place.at
  %wide = sext i32 %place to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %number = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic
  %a = mul i32 %v, 3
  %b = add i32 %a, %number
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %b, ptr addrspace(1) %out.at
  ret void
}

; Sums of integers are the same in any order.
define void @counts(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %places) convergent "weft-kernel"="counts" {
  %id = call i64 @__weft_local_id_x()
  %place.at = getelementptr i32, ptr addrspace(1) %places, i64 %id
  %place = load i32, ptr addrspace(1) %place.at
  %wide = sext i32 %place to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %number = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic
  %a = mul i32 %v, 3
  %b = add i32 %a, %place
  store i32 %b, ptr addrspace(1) %place.at
  ret void
}

; Some lanes leave the loop before others.
define void @halves(ptr addrspace(1) %out) convergent "weft-kernel"="halves" {
entry:
  %id = call i64 @__weft_local_id_x()
  br label %loop
loop:
  %left = phi i64 [ %id, %entry ], [ %half, %loop ]
  %steps = phi i32 [ 0, %entry ], [ %next, %loop ]
  %half = lshr i64 %left, 1
  %next = add i32 %steps, 1
  %ends = icmp eq i64 %half, 0
  br i1 %ends, label %exit, label %loop
exit:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %next, ptr addrspace(1) %at
  ret void
}
