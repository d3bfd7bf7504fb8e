; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-copy-checks %s 2>&1 | FileCheck %s

; A copy that leaves an object has no bytes; the first work-item of the group reports it.
; CHECK-LABEL: define void @contiguous(
define void @contiguous(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n) "weft-kernel"="contiguous" "weft-user-code" {
  ; CHECK: %inside = and i1
  ; CHECK: call i64 @__weft_local_id_x()
  ; CHECK: br i1 %{{.*}}, label %[[REPORT:.*]], label %[[NEXT:.*]], !prof
  ; CHECK: [[REPORT]]:
  ; CHECK: load i64
  ; CHECK: call void @__weft_rare_report(
  ; CHECK: %[[BOTH:.*]] = and i1 %inside, %inside{{.*}}
  ; CHECK: %[[BYTES:.*]] = select i1 %[[BOTH]], i64 %n, i64 0
  ; CHECK: call void @__weft_group_step_copy_to_local(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %[[BYTES]], i64 1, i64 0)
  call void @__weft_group_step_copy_to_local(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 1, i64 0)
  ret void
}

; With a stride the length counts to the last byte.
; CHECK-LABEL: define void @strided(
define void @strided(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n) "weft-kernel"="strided" "weft-user-code" {
  ; CHECK: call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %n, i64 4)
  ; CHECK: call { i64, i1 } @llvm.uadd.with.overflow.i64(
  ; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i64 %n, i64 0
  ; CHECK: call void @__weft_group_step_gather_4(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %[[COUNT]], i64 3)
  call void @__weft_group_step_gather_4(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 3)
  ret void
}

declare void @__weft_group_step_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64) convergent
declare void @__weft_group_step_gather_4(ptr addrspace(3), ptr addrspace(1), i64, i64) convergent
