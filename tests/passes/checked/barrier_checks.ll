; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-barrier-checks %s 2>&1 | FileCheck %s

; The group compares what its work-items decide before a branch that may separate them.
; CHECK-LABEL: define void @divergent(
define void @divergent() "weft-kernel"="divergent" "weft-user-code" {
entry:
  ; CHECK: %[[NUMBER:.*]] = zext i1 %some to i32
  ; CHECK: %[[LEAST:.*]] = call i32 @__weft_collective_reduce_min_u32(i32 %[[NUMBER]])
  ; CHECK: %[[GREATEST:.*]] = call i32 @__weft_collective_reduce_max_u32(i32 %[[NUMBER]])
  ; CHECK: %[[DIFFER:.*]] = icmp ne i32 %[[LEAST]], %[[GREATEST]]
  ; CHECK: br i1 %[[DIFFER]]
  ; CHECK: call void @__weft_rare_report(
  ; CHECK: br i1 %some, label %wait, label %end
  %l = call i64 @__weft_local_id_x()
  %some = icmp ult i64 %l, 8
  br i1 %some, label %wait, label %end
wait:
  call void @__weft_barrier()
  br label %end
end:
  ret void
}

; A uniform branch, and one whose ways lead to no barrier before they meet, are not compared.
; CHECK-LABEL: define void @together(
define void @together(i1 %all) "weft-kernel"="together" "weft-user-code" {
entry:
  ; CHECK-NOT: __weft_collective
  ; CHECK: ret void
  br i1 %all, label %wait, label %next
wait:
  call void @__weft_barrier()
  br label %next
next:
  %l = call i64 @__weft_local_id_x()
  %some = icmp ult i64 %l, 8
  br i1 %some, label %one, label %meet
one:
  br label %meet
meet:
  call void @__weft_barrier()
  ret void
}

declare void @__weft_barrier() convergent
declare i64 @__weft_local_id_x() readnone
