; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-inductions %s 2>&1 | FileCheck %s

; A phi with a uniform step becomes its start plus a uniform counter. A step that varies keeps it.
; CHECK-LABEL: define void @steps(
; CHECK: %[[COUNTER:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[I:.*]] = add i64 %id, %[[COUNTER]]
; CHECK: getelementptr float, ptr addrspace(1) %out, i64 %[[I]]
; CHECK: %[[NEXT]] = add i64 %[[COUNTER]], %n
define void @steps(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, %n
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @varies(
; CHECK: %i = phi i64 [ %id, %entry ], [ %next, %loop ]
; CHECK: getelementptr float, ptr addrspace(1) %out, i64 %i
define void @varies(i64 "weft-lane-parameter" %id, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, %id
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
