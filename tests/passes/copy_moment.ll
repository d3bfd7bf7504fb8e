; A copy is done at its issue when its wait follows at once; with work between, at the wait.

declare i64 @__weft_group_step_issue_copy(ptr addrspace(3), ptr addrspace(1), i64, i64, i64) convergent
declare void @__weft_group_step_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64) convergent
declare void @__weft_group_step_wait(i64, i64) convergent
declare i64 @llvm.umax.i64(i64, i64)

; CHECK-LABEL: @at_once
define void @at_once(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 %queue) "weft-kernel"="at_once" {
  ; CHECK-NOT: issue_copy
  ; CHECK: call void @__weft_group_step_copy_to_local(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes)
  ; CHECK: call void @__weft_group_step_copy_to_local
  ; CHECK: call void @__weft_barrier()
  %a = call i64 @__weft_group_step_issue_copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 0, i64 %queue)
  %b = call i64 @__weft_group_step_issue_copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 %a, i64 %queue)
  br label %next
next:
  %last = call i64 @llvm.umax.i64(i64 %b, i64 0)
  call void @__weft_group_step_wait(i64 %last, i64 %queue)
  ret void
}

; CHECK-LABEL: @with_work
define void @with_work(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 %queue) "weft-kernel"="with_work" {
  ; CHECK: issue_copy
  ; CHECK: call void @__weft_group_step_wait
  %a = call i64 @__weft_group_step_issue_copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 0, i64 %queue)
  store i32 1, ptr addrspace(1) %from
  call void @__weft_group_step_wait(i64 %a, i64 %queue)
  ret void
}

; The wait is for the copy of the round before.
; CHECK-LABEL: @double_buffered
define void @double_buffered(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 %queue, i1 %again) "weft-kernel"="double_buffered" {
entry:
  ; CHECK: issue_copy
  %first = call i64 @__weft_group_step_issue_copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 0, i64 %queue)
  br label %loop
loop:
  ; CHECK: loop:
  ; CHECK: issue_copy
  %current = phi i64 [ %first, %entry ], [ %next, %loop ]
  %next = call i64 @__weft_group_step_issue_copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 0, i64 %queue)
  call void @__weft_group_step_wait(i64 %current, i64 %queue)
  store i32 1, ptr addrspace(1) %from
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @unsuitable_sizes
define void @unsuitable_sizes(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %queue) "weft-kernel"="unsuitable_sizes" {
  ; CHECK-NOT: issue_copy
  ; CHECK: i64 256)
  ; CHECK: i64 32768)
  ; CHECK: call void @__weft_barrier()
  %a = call i64 @__weft_group_step_issue_copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 256, i64 0, i64 %queue)
  %b = call i64 @__weft_group_step_issue_copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 32768, i64 0, i64 %queue)
  store i32 1, ptr addrspace(1) %from
  call void @__weft_group_step_wait(i64 %b, i64 %queue)
  ret void
}
