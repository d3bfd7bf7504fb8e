; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-copies-in-flight %s 2>&1 | FileCheck %s

; The driver is told of a copy behind its step, and gives the event. The first work-item tells of the
; events of a wait, and the group of its end, behind the barrier.
; CHECK-LABEL: define void @copy(
define void @copy(ptr addrspace(3) %to, ptr addrspace(1) %from, ptr %events) "weft-kernel"="copy" "weft-user-code" {
  ; CHECK: call void @__weft_group_step_gather_4(
  ; CHECK: %[[EVENT:.*]] = call i64 @__weft_group_step_check_begin_copy(ptr %{{.*}}, ptr %{{.*}}, ptr addrspace(3) %{{.*}}, ptr @{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 4, i64 8, i64 1, i64 12, i64 0, i64 4, i64 0, i64 5, i32 1,
  ; CHECK: store i64 %[[EVENT]], ptr %events
  call void @__weft_mark_copy(i64 5)
  call void @__weft_group_step_gather_4(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 8, i64 3)
  %event = call i64 @__weft_mark_copied(i64 1)
  store i64 %event, ptr %events
  ; CHECK: call void @__weft_group_step_check_fence_copies(
  call void @__weft_mark_copy_fence()
  ; CHECK: br i1 %{{.*}}, label %[[FIRST:.*]], label %[[NEXT:.*]], !weft.check
  ; CHECK: [[FIRST]]:
  ; CHECK: load i64, ptr %{{.*}}
  ; CHECK: call void @__weft_rare_await_copy(
  ; CHECK: load i64, ptr %{{.*}}
  ; CHECK: call void @__weft_rare_await_copy(
  ; CHECK: [[NEXT]]:
  ; CHECK-NEXT: call void @__weft_barrier()
  ; CHECK: call void @__weft_group_step_check_end_copies(
  call void @__weft_mark_wait(i32 2, ptr %events)
  call void @__weft_barrier()
  ret void
}

; A single event is an operand of the end. The driver does not get it.
; CHECK-LABEL: define void @one(
define void @one(ptr %event) "weft-kernel"="one" "weft-user-code" {
  ; CHECK: call void @__weft_barrier()
  ; CHECK: %[[ONE:.*]] = load i64, ptr
  ; CHECK: call void @__weft_group_step_check_end_copies_of(ptr %{{.*}}, ptr %{{.*}}, ptr addrspace(3) %{{.*}}, i64 %[[ONE]])
  call void @__weft_mark_wait(i32 1, ptr %event)
  call void @__weft_barrier()
  ret void
}

; Elsewhere marks are removed.
; CHECK-LABEL: define i64 @constructor(
define i64 @constructor(i64 %event) {
  ; CHECK-NEXT: ret i64 %event
  %copied = call i64 @__weft_mark_copied(i64 %event)
  ret i64 %copied
}

declare void @__weft_mark_copy(i64)
declare i64 @__weft_mark_copied(i64)
declare void @__weft_mark_copy_fence()
declare void @__weft_mark_wait(i32, ptr)
declare void @__weft_group_step_gather_4(ptr addrspace(3), ptr addrspace(1), i64, i64) convergent
declare void @__weft_barrier() convergent
