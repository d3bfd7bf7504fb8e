; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-copy-marks %s 2>&1 | FileCheck %s

; Copies, waits and fences of copies have marks; those of the library have none.
; CHECK-LABEL: define void @user(
define void @user(ptr addrspace(3) %to, ptr addrspace(1) %from, ptr %events) "weft-user-code" {
  ; CHECK-NEXT: call void @__weft_mark_copy(i64 0)
  ; CHECK-NEXT: %event = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(
  ; CHECK-NEXT: %[[COPIED:.*]] = call i64 @__weft_mark_copied(i64 %event)
  ; CHECK-NEXT: store i64 %[[COPIED]], ptr %events
  ; CHECK-NEXT: call void @__weft_mark_copy_fence()
  ; CHECK-NEXT: call void @_Z27async_work_group_copy_fencej(i32 1)
  ; CHECK-NEXT: call void @__weft_mark_wait(i32 2, ptr %events)
  ; CHECK-NEXT: call void @_Z17wait_group_eventsiP9ocl_event(i32 2, ptr %events)
  %event = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 16, i64 0)
  store i64 %event, ptr %events
  call void @_Z27async_work_group_copy_fencej(i32 1)
  call void @_Z17wait_group_eventsiP9ocl_event(i32 2, ptr %events)
  ret void
}

; CHECK-LABEL: define void @library(
define void @library(ptr %events) {
  ; CHECK-NEXT: call void @_Z17wait_group_eventsiP9ocl_event(
  call void @_Z17wait_group_eventsiP9ocl_event(i32 2, ptr %events)
  ret void
}

declare i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, i64) convergent
declare void @_Z27async_work_group_copy_fencej(i32) convergent
declare void @_Z17wait_group_eventsiP9ocl_event(i32, ptr) convergent
