; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-keep-contiguous-loops %s | FileCheck %s

; A loop that needs a test whether buffers overlap is not unrolled before it may be vectorised.
; CHECK-LABEL: define void @copies(
; CHECK: br i1 %again, label %loop, label %end, !llvm.loop ![[KEPT:[0-9]+]]
define void @copies(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %in, i64 %k
  %value = load float, ptr %from
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr %out, i64 %k
  store float %twice, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Not where none is needed, where elements lie apart, for few rounds, or where rounds depend on each other.
; CHECK-LABEL: define void @distinct(
; CHECK: br i1 %again, label %loop, label %end{{$}}
define void @distinct(ptr noalias %in, ptr noalias %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %in, i64 %k
  %value = load float, ptr %from
  %to = getelementptr float, ptr %out, i64 %k
  store float %value, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @apart(
; CHECK: br i1 %again, label %loop, label %end{{$}}
define void @apart(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr [8 x float], ptr %in, i64 %k
  %value = load float, ptr %from
  %to = getelementptr float, ptr %out, i64 %k
  store float %value, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK: br i1 %again, label %loop, label %end{{$}}
define void @few(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %in, i64 %k
  %value = load float, ptr %from
  %to = getelementptr float, ptr %out, i64 %k
  store float %value, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @depends(
; CHECK: br i1 %again, label %loop, label %end{{$}}
define void @depends(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %from = getelementptr float, ptr %in, i64 %k
  %value = load float, ptr %from
  %more = fadd float %sum, %value
  %to = getelementptr float, ptr %out, i64 %k
  store float %more, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK: ![[KEPT]] = distinct !{![[KEPT]], ![[MARK:[0-9]+]], ![[DISABLE:[0-9]+]]}
; CHECK: ![[MARK]] = !{!"weft.loop.contiguous", i32 1}
; CHECK: ![[DISABLE]] = !{!"llvm.loop.unroll.disable", i32 1}
