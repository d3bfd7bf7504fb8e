; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt '-passes=function(weft-loop-exits)' %s 2>&1 | FileCheck %s

declare i64 @__weft_local_id_x() memory(none)
declare i32 @__weft_sub_group_reduce_add_i32(i32) memory(none) convergent

; Work-items leave by their own flags: branches behind this one must not move out of the loop. A
; uniform exit stays what it is.
; CHECK-LABEL: @flags(
; CHECK: [[FLAG:%.*]] = call i1 @__weft_sub_group_leaves_loop()
; CHECK: br i1 [[FLAG]], label %end, label %loop
; CHECK-LABEL: @uniform(
; CHECK-NOT: leaves_loop
; CHECK: ret void
define void @flags(i1 %start) "weft-kernel"="flags" "weft-uses-sub-groups" {
entry:
  %id = call i64 @__weft_local_id_x()
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %more, %body ]
  %done = icmp eq i64 %n, %id
  br i1 %done, label %end, label %body
body:
  %sum = call i32 @__weft_sub_group_reduce_add_i32(i32 1) convergent
  %wide = zext i32 %sum to i64
  %more = add i64 %n, %wide
  br label %loop
end:
  ret void
}

define void @uniform(i64 %count) "weft-kernel"="uniform" "weft-uses-sub-groups" {
entry:
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %more, %loop ]
  %sum = call i32 @__weft_sub_group_reduce_add_i32(i32 1) convergent
  %more = add i64 %n, 1
  %done = icmp eq i64 %more, %count
  br i1 %done, label %end, label %loop
end:
  ret void
}
