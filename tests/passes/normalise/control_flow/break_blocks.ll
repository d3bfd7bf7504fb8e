; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-break-blocks %s 2>&1 | FileCheck %s

declare i32 @__weft_sub_group_reduce_add_i32(i32) memory(none) convergent

; The block of the break adds values together, and stays in the loop. It leaves unless nobody does.
; CHECK-LABEL: @break_block(
; CHECK: inside:
; CHECK: call i32 @__weft_sub_group_reduce_add_i32
; CHECK: [[LEAVES:%.*]] = call i1 @__weft_sub_group_leaves_loop()
; CHECK: br i1 [[LEAVES]], label %end, label %loop
define i32 @break_block(ptr %p) "weft-kernel"="break_block" "weft-uses-sub-groups" {
entry:
  br label %loop
loop:
  %x = load volatile i32, ptr %p
  %leaves = icmp eq i32 %x, 5
  br i1 %leaves, label %inside, label %next
inside:
  %sum = call i32 @__weft_sub_group_reduce_add_i32(i32 %x) convergent
  br label %end
next:
  br label %loop
end:
  ret i32 %sum
}
