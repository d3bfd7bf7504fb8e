; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-release-contiguous-loops %s | FileCheck %s

; After vectorisation, loops that were kept for it may be unrolled; others keep what they say.
; CHECK-LABEL: define void @kept(
; CHECK: br i1 %again, label %loop, label %end, !llvm.loop ![[FREE:[0-9]+]]
define void @kept(ptr %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr %out, i64 %k
  store float 1.0, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  ret void
}

; CHECK-LABEL: define void @other(
; CHECK: br i1 %again, label %loop, label %end, !llvm.loop ![[OTHER:[0-9]+]]
define void @other(ptr %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr %out, i64 %k
  store float 1.0, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end, !llvm.loop !3
end:
  ret void
}

; CHECK: ![[FREE]] = distinct !{![[FREE]]}
; CHECK: ![[OTHER]] = distinct !{![[OTHER]], ![[DISABLE:[0-9]+]]}
; CHECK: ![[DISABLE]] = !{!"llvm.loop.unroll.disable", i32 1}
!0 = distinct !{!0, !1, !2}
!1 = !{!"weft.loop.contiguous", i32 1}
!2 = !{!"llvm.loop.unroll.disable", i32 1}
!3 = distinct !{!3, !2}
