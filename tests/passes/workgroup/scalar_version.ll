; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<without=scalar-versions>' %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

; Where gangs are not certainly faster, the launch says which version runs.
declare i64 @__weft_local_id_x() memory(none)

; WITHOUT-NOT: .scalar(
; CHECK-LABEL: define internal void @kernel_gathers.lanes(
; CHECK: call {{.*}} @gathers.region.0.unmasked(
; CHECK-LABEL: define internal void @kernel_gathers.scalar(
; CHECK-NOT: unmasked
; CHECK: call i32 @gathers.region.0.scalar(
; CHECK-LABEL: define internal void @kernel_gathers(
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %[[LAUNCH:.*]], i64 168
; CHECK: %[[WANTED:.*]] = load i64, ptr %[[FIELD]]
; CHECK: %[[LANES:.*]] = icmp eq i64 %[[WANTED]], 0
; CHECK: br i1 %[[LANES]], label %kernel_gathers.lanes, label %kernel_gathers.scalar
; CHECK: call void @kernel_gathers.lanes(ptr %[[LAUNCH]], i64 %{{.*}}, i64 %{{.*}}, ptr %{{.*}})
; CHECK: call void @kernel_gathers.scalar(ptr %[[LAUNCH]],
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

; Gangs are certainly faster.
; CHECK-NOT: @kernel_neighbours.scalar
; CHECK: define internal void @kernel_neighbours(
; CHECK-NOT: @kernel_neighbours.scalar
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
; CHECK-NOT: @kernel_numbers.scalar
; CHECK: define internal void @kernel_numbers(
; CHECK-NOT: @kernel_numbers.scalar
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
; CHECK-LABEL: define internal void @kernel_counts.scalar(
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
