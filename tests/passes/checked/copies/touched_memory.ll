; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes='function(weft-copies-in-flight,weft-touched-memory)' %s 2>&1 | FileCheck %s

; Behind a copy accesses are compared with what is in flight, and writes to global memory everywhere
; with what is watched. A copy that is delayed copies nothing.
; CHECK-LABEL: define void @copy(
define void @copy(ptr addrspace(3) %to, ptr addrspace(1) %from, ptr addrspace(1) %out, i64 %n) "weft-kernel"="copy" "weft-user-code" {
  ; CHECK: %[[NOW:.*]] = icmp eq i64 %delays, 0
  ; CHECK: %[[BYTES:.*]] = select i1 %[[NOW]], i64 %n, i64 0
  ; CHECK: call void @__weft_group_step_copy_to_local(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %[[BYTES]],
  ; CHECK: call i64 @__weft_group_step_check_begin_copy({{.*}}, i64 %n, i64 1, i64 1, i64 0, i64 0, i64 0, i64 0, i64 0, i32 1,
  call void @__weft_mark_copy(i64 0)
  call void @__weft_group_step_copy_to_local(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 1, i64 0)
  ; CHECK: %value = load i32, ptr addrspace(3) %to
  ; CHECK: store i32 %value, ptr addrspace(1) %out
  ; CHECK: %[[WATCHES:.*]] = icmp ne i64 %{{.*}}, 0
  ; CHECK: load i64, ptr addrspace(3) %{{.*}}, !weft.check
  ; CHECK: br i1 %{{.*}}, label %[[LOOK:.*]], label %[[NEXT:.*]], !prof
  ; CHECK: [[LOOK]]:
  ; CHECK: call i1 @__weft_all_lanes(
  ; CHECK: call void @__weft_rare_touch(
  ; CHECK: call void @__weft_rare_touch(
  ; CHECK: ret void
  %value = load i32, ptr addrspace(3) %to
  store i32 %value, ptr addrspace(1) %out
  ret void
}

; Without copies there is nothing for reads.
; CHECK-LABEL: define i32 @read(
define i32 @read(ptr addrspace(1) %in) "weft-kernel"="read" "weft-user-code" {
  ; CHECK-NEXT: %value = load i32, ptr addrspace(1) %in
  ; CHECK-NEXT: ret i32 %value
  %value = load i32, ptr addrspace(1) %in
  ret i32 %value
}

declare void @__weft_mark_copy(i64)
declare void @__weft_group_step_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64) convergent
