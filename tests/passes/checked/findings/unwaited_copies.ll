; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-unwaited-copies %s 2>&1 | FileCheck %s

; The event joins another one, which nobody waits for.
; CHECK: lost: asynchronous copy whose event is never waited for
; CHECK: lost: asynchronous copy whose event is never waited for
define void @lost(ptr addrspace(3) %to, ptr addrspace(1) %from) "weft-user-code" {
  %event = alloca i64
  %one = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 4, i64 0)
  store i64 %one, ptr %event
  %first = load i64, ptr %event
  %two = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 4, i64 %first)
  ret void
}

; CHECK-NOT: waited:
define void @waited(ptr addrspace(3) %to, ptr addrspace(1) %from) "weft-user-code" {
  %event = alloca i64
  %one = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 4, i64 0)
  store i64 %one, ptr %event
  call void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %event)
  ret void
}

; CHECK-NOT: returned:
define i64 @returned(ptr addrspace(3) %to, ptr addrspace(1) %from) "weft-user-code" {
  %one = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 4, i64 0)
  ret i64 %one
}

declare i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, i64)
declare void @_Z17wait_group_eventsiP9ocl_event(i32, ptr)
