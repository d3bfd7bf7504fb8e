; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-strength-reduction %s | FileCheck %s

; The integers that this CPU has.
target datalayout = "e-i64:64-n8:16:32:64-S128"

; A loop over gangs adds its index to bases, as instructions do it, too.
; CHECK-LABEL: define void @gangs(
; CHECK-NOT: %lsr
; CHECK: ret void
define void @gangs(ptr %from, ptr %to, i64 %end) {
entry:
  br label %loop
loop:
  %index = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %from, i64 %index
  %value = load <8 x i32>, ptr %at
  %there = getelementptr i32, ptr %to, i64 %index
  store <8 x i32> %value, ptr %there
  %next = add nuw nsw i64 %index, 8
  %last = icmp eq i64 %next, %end
  br i1 %last, label %done, label %loop, !llvm.loop !0
done:
  ret void
}

; A loop over gangs of several rows multiplies: that becomes a sum.
; CHECK-LABEL: define void @rows(
; CHECK: loop:
; CHECK-NOT: mul
; CHECK: ret void
define void @rows(ptr %from, ptr %to, i64 %width, i64 %end) {
entry:
  br label %loop
loop:
  %index = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul nuw nsw i64 %index, %width
  %at = getelementptr i32, ptr %from, i64 %row
  %value = load <8 x i32>, ptr %at
  %there = getelementptr i32, ptr %to, i64 %row
  store <8 x i32> %value, ptr %there
  %next = add nuw nsw i64 %index, 8
  %last = icmp eq i64 %next, %end
  br i1 %last, label %done, label %loop, !llvm.loop !2
done:
  ret void
}

; So does the multiplication in the kernel's own loop.
; CHECK-LABEL: define i32 @kernel(
; CHECK: loop:
; CHECK-NOT: mul
; CHECK: ret i32
define i32 @kernel(ptr %from, i64 %end) {
entry:
  br label %loop
loop:
  %index = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %place = mul nuw nsw i64 %index, 12
  %at = getelementptr i32, ptr %from, i64 %place
  %value = load i32, ptr %at
  %more = add i32 %sum, %value
  %next = add nuw nsw i64 %index, 1
  %last = icmp eq i64 %next, %end
  br i1 %last, label %done, label %loop
done:
  ret i32 %more
}

!0 = distinct !{!0, !1}
!1 = !{!"weft.loop.gang"}
!2 = distinct !{!2, !1}
