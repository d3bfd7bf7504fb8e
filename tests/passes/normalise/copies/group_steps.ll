; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-group-steps %s 2>&1 | FileCheck %s

; A barrier goes where every way to it comes from a step, with nothing but arithmetic between.

declare i64 @__weft_local_id_x() memory(none) nounwind willreturn
declare void @__weft_barrier() convergent nounwind
declare void @__weft_group_step_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64) convergent nounwind
declare void @__weft_group_step_copy_to_global(ptr addrspace(1), ptr addrspace(3), i64, i64, i64) convergent nounwind

; CHECK-LABEL: define void @behind(
define void @behind(ptr addrspace(1) %from, ptr addrspace(3) %tile, i1 %first, ptr addrspace(2) %table) "weft-kernel"="behind" {
  ; CHECK-COUNT-2: group_step
  ; CHECK-NOT: call void @__weft_barrier
  ; CHECK: ret void
entry:
  br i1 %first, label %one, label %other
one:
  call void @__weft_group_step_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %from, i64 4, i64 1, i64 0)
  br label %end
other:
  call void @__weft_group_step_copy_to_global(ptr addrspace(1) %from, ptr addrspace(3) %tile, i64 4, i64 1, i64 0)
  %id = call i64 @__weft_local_id_x()
  %constant = load i64, ptr addrspace(2) %table
  br label %end
end:
  %value = phi i64 [ 1, %one ], [ %constant, %other ]
  call void @__weft_barrier()
  %sum = add i64 %value, 1
  call void @__weft_barrier()
  store i64 %sum, ptr addrspace(1) %from
  ret void
}

; CHECK-LABEL: define void @other_way(
define void @other_way(ptr addrspace(1) %from, ptr addrspace(3) %tile, i1 %first) "weft-kernel"="other_way" {
  ; CHECK: group_step
  ; CHECK: call void @__weft_barrier
  ; CHECK: ret void
entry:
  store i32 1, ptr addrspace(3) %tile
  br i1 %first, label %one, label %end
one:
  call void @__weft_group_step_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %from, i64 4, i64 1, i64 0)
  br label %end
end:
  call void @__weft_barrier()
  ret void
}

; CHECK-LABEL: define void @access(
define void @access(ptr addrspace(1) %from, ptr addrspace(3) %tile) "weft-kernel"="access" {
  ; CHECK: group_step
  ; CHECK: call void @__weft_barrier
  ; CHECK-NEXT: call void @__weft_barrier
  ; CHECK: ret void
  call void @__weft_group_step_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %from, i64 4, i64 1, i64 0)
  %value = load i32, ptr addrspace(3) %tile
  call void @__weft_barrier()
  call void @__weft_barrier()
  store i32 %value, ptr addrspace(3) %tile
  ret void
}

; A loop is quiet only if it is entered so and stays so.
; CHECK-LABEL: define void @loops(
define void @loops(ptr addrspace(1) %from, ptr addrspace(3) %tile, i32 %n) "weft-kernel"="loops" {
  ; CHECK: quiet:
  ; CHECK-NOT: call void @__weft_barrier
  ; CHECK: loud:
  ; CHECK: call void @__weft_barrier
  ; CHECK: call void @__weft_barrier
  ; CHECK: ret void
entry:
  call void @__weft_group_step_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %from, i64 4, i64 1, i64 0)
  br label %quiet
quiet:
  %i = phi i32 [ 0, %entry ], [ %next, %quiet ]
  call void @__weft_barrier()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %quiet, label %loud
loud:
  %j = phi i32 [ 0, %quiet ], [ %after, %loud ]
  call void @__weft_barrier()
  %after = add i32 %j, 1
  store i32 %j, ptr addrspace(3) %tile
  call void @__weft_barrier()
  %again = icmp ult i32 %after, %n
  br i1 %again, label %loud, label %end
end:
  ret void
}
