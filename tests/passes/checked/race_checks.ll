; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-race-checks %s 2>&1 | FileCheck %s

; Each access of local memory updates its cell, of 32 bits, behind the accesses of its block. The
; barrier begins a new interval; its mark is gone.

; CHECK-LABEL: define void @local(
define void @local(ptr addrspace(3) %tile) "weft-kernel"="local" "weft-user-code" {
  ; CHECK: store i32 1, ptr addrspace(3) %a
  ; CHECK: %cell = load i32, ptr addrspace(3) %{{.*}}, align 4
  ; CHECK: xor i32 %cell, %[[OWN:[0-9]+]]
  ; CHECK: store i32 %{{.*}}, ptr addrspace(3) %{{.*}}, align 4
  ; CHECK: call i1 @__weft_all_lanes(
  ; CHECK: call void @__weft_rare_report_race(
  ; CHECK-NOT: __weft_mark_barrier
  ; CHECK: call void @__weft_barrier()
  ; CHECK: load i32, ptr addrspace(3) %b
  ; CHECK: load i32, ptr addrspace(3)
  ; CHECK: call void @__weft_rare_report_race(
  ; CHECK: ret void
  %i = call i64 @__weft_local_id_x()
  %a = getelementptr i32, ptr addrspace(3) %tile, i64 %i
  store i32 1, ptr addrspace(3) %a
  call void @__weft_mark_barrier(i32 1)
  call void @__weft_barrier()
  %j = xor i64 %i, 1
  %b = getelementptr i32, ptr addrspace(3) %tile, i64 %j
  %v = load i32, ptr addrspace(3) %b
  ret void
}

; Reads of an argument that is not written have no code unless two arguments have one object.
; CHECK-LABEL: define void @global(
define void @global(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %i) "weft-kernel"="global" "weft-user-code" {
  ; CHECK: %[[READS:.*]] = icmp ne i64 %tracks.reads, 0
  ; CHECK: load i32, ptr addrspace(1) %b
  ; CHECK: store i32 %v, ptr addrspace(1) %a
  ; CHECK: br i1 %[[READS]]
  ; CHECK: load i64, ptr addrspace(1)
  %a = getelementptr i32, ptr addrspace(1) %to, i64 %i
  %b = getelementptr i32, ptr addrspace(1) %from, i64 %i
  %v = load i32, ptr addrspace(1) %b
  store i32 %v, ptr addrspace(1) %a
  ret void
}

; Memory that fences order is not watched, and neither is private memory.
; CHECK-LABEL: define void @fenced(
define void @fenced(ptr addrspace(1) %to, i64 %i) "weft-kernel"="fenced" "weft-user-code" {
  ; CHECK-NOT: __weft_all_lanes
  ; CHECK: ret void
  %own = alloca i32
  store i32 1, ptr %own
  %a = getelementptr i32, ptr addrspace(1) %to, i64 %i
  store i32 1, ptr addrspace(1) %a
  call void @__weft_mark_fence()
  ret void
}

; Both sides of an asynchronous copy are noted before it, behind the accesses that come before, which
; it does not order.
; CHECK-LABEL: define void @copy(
define void @copy(ptr addrspace(3) %tile, ptr addrspace(1) %to, i64 %n) "weft-kernel"="copy" "weft-user-code" {
  ; CHECK: store i32 1, ptr addrspace(3) %tile
  ; CHECK: call i1 @__weft_all_lanes(
  ; CHECK: call void @__weft_group_step_check_note_copy({{.*}}, i64 %n, i64 1, i64 1, i64 0, i64 0, i64 %{{.*}}, i64 %{{.*}}, i32 12,
  ; CHECK: call void @__weft_group_step_check_note_copy({{.*}}, i64 %n, i64 1, i64 1, i64 0, i64 0, i64 %{{.*}}, i64 %{{.*}}, i32 6,
  ; CHECK-NEXT: call void @__weft_group_step_copy_to_global(
  store i32 1, ptr addrspace(3) %tile
  call void @__weft_group_step_copy_to_global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 %n, i64 0, i64 1)
  ret void
}

; Which work-items an operation with a group's scope is atomic to depends on the host's groups, so that
; none are formed in their place.
; CHECK-LABEL: define void @narrow(
; CHECK-SAME: #[[NARROW:[0-9]+]]
define void @narrow(ptr addrspace(1) %to) "weft-kernel"="narrow" "weft-user-code" "weft-global-ids-only" {
  call void @__weft_mark_scope(i32 1)
  %found = atomicrmw add ptr addrspace(1) %to, i32 1 seq_cst
  call void @__weft_mark_scope_end()
  ret void
}

; CHECK-LABEL: define void @wide(
; CHECK-SAME: #[[WIDE:[0-9]+]]
define void @wide(ptr addrspace(1) %to) "weft-kernel"="wide" "weft-user-code" "weft-global-ids-only" {
  %found = atomicrmw add ptr addrspace(1) %to, i32 1 seq_cst
  ret void
}

; CHECK: attributes #[[NARROW]] = { "weft-granule"="2" "weft-kernel"="narrow" "weft-user-code" }
; CHECK: attributes #[[WIDE]] = { "weft-global-ids-only" "weft-granule"="2" "weft-kernel"="wide" "weft-user-code" }

declare void @__weft_group_step_copy_to_global(ptr addrspace(1), ptr addrspace(3), i64, i64, i64) convergent
declare i64 @__weft_local_id_x() readnone
declare void @__weft_barrier() convergent
declare void @__weft_mark_barrier(i32)
declare void @__weft_mark_fence()
declare void @__weft_mark_scope(i32)
declare void @__weft_mark_scope_end()
