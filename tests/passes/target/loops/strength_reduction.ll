; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
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

; With many accesses it keeps its products: their addresses have too many formulae.
; CHECK-LABEL: define <8 x i32> @many(
; CHECK-NOT: %lsr
; CHECK: mul nuw nsw i64 %index, %width
; CHECK: ret <8 x i32>
define <8 x i32> @many(ptr %p0, ptr %p1, ptr %p2, ptr %p3, ptr %p4, ptr %p5, ptr %p6, ptr %p7, ptr %p8, i64 %width, i64 %end) {
entry:
  br label %loop
loop:
  %index = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul nuw nsw i64 %index, %width
  %at0 = getelementptr i32, ptr %p0, i64 %row
  %value0 = load <8 x i32>, ptr %at0
  %sum0 = add <8 x i32> %value0, zeroinitializer
  %at1 = getelementptr i32, ptr %p1, i64 %row
  %value1 = load <8 x i32>, ptr %at1
  %sum1 = add <8 x i32> %value1, %sum0
  %at2 = getelementptr i32, ptr %p2, i64 %row
  %value2 = load <8 x i32>, ptr %at2
  %sum2 = add <8 x i32> %value2, %sum1
  %at3 = getelementptr i32, ptr %p3, i64 %row
  %value3 = load <8 x i32>, ptr %at3
  %sum3 = add <8 x i32> %value3, %sum2
  %at4 = getelementptr i32, ptr %p4, i64 %row
  %value4 = load <8 x i32>, ptr %at4
  %sum4 = add <8 x i32> %value4, %sum3
  %at5 = getelementptr i32, ptr %p5, i64 %row
  %value5 = load <8 x i32>, ptr %at5
  %sum5 = add <8 x i32> %value5, %sum4
  %at6 = getelementptr i32, ptr %p6, i64 %row
  %value6 = load <8 x i32>, ptr %at6
  %sum6 = add <8 x i32> %value6, %sum5
  %at7 = getelementptr i32, ptr %p7, i64 %row
  %value7 = load <8 x i32>, ptr %at7
  %sum7 = add <8 x i32> %value7, %sum6
  %at8 = getelementptr i32, ptr %p8, i64 %row
  %value8 = load <8 x i32>, ptr %at8
  %sum8 = add <8 x i32> %value8, %sum7
  %next = add nuw nsw i64 %index, 8
  %last = icmp eq i64 %next, %end
  br i1 %last, label %done, label %loop, !llvm.loop !3
done:
  ret <8 x i32> %sum8
}

; The multiplication in the kernel's own loop becomes a sum as well.
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
!3 = distinct !{!3, !1}
