; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-vector-phis %s 2>&1 | FileCheck %s

; The state of a cipher: each round takes both components and makes new ones.
; CHECK-LABEL: define void @rounds(
; CHECK: entry:
; CHECK-DAG: %[[X0:.*]] = extractelement <2 x i32> %start, i64 0
; CHECK-DAG: %[[Y0:.*]] = extractelement <2 x i32> %start, i64 1
; CHECK: loop:
; CHECK-DAG: %[[X:.*]] = phi i32 [ %[[X0]], %entry ], [ %b, %loop ]
; CHECK-DAG: %[[Y:.*]] = phi i32 [ %[[Y0]], %entry ], [ %a, %loop ]
; CHECK-NOT: phi <2 x i32>
; CHECK: end:
; CHECK: store <2 x i32>
define void @rounds(ptr %out, i32 %n) {
entry:
  %start = load <2 x i32>, ptr %out
  br label %loop

loop:
  %state = phi <2 x i32> [ %start, %entry ], [ %new, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = extractelement <2 x i32> %state, i64 0
  %y = extractelement <2 x i32> %state, i64 1
  %a = add i32 %x, %y
  %b = xor i32 %y, %a
  %half = insertelement <2 x i32> %state, i32 %a, i64 1
  %new = insertelement <2 x i32> %half, i32 %b, i64 0
  %next = add i32 %i, 1
  %goes.on = icmp ult i32 %next, %n
  br i1 %goes.on, label %loop, label %end

end:
  store <2 x i32> %state, ptr %out
  ret void
}

; Vector arithmetic wants the vector.
; CHECK-LABEL: define void @sums(
; CHECK: phi <2 x i32>
define void @sums(ptr %out, i32 %n) {
entry:
  br label %loop

loop:
  %state = phi <2 x i32> [ zeroinitializer, %entry ], [ %new, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = extractelement <2 x i32> %state, i64 0
  %sum = add <2 x i32> %state, splat (i32 3)
  %new = insertelement <2 x i32> %sum, i32 %x, i64 0
  %next = add i32 %i, 1
  %goes.on = icmp ult i32 %next, %n
  br i1 %goes.on, label %loop, label %end

end:
  store <2 x i32> %state, ptr %out
  ret void
}
