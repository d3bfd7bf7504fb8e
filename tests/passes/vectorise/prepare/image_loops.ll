; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=loop-simplify,weft-image-loops' %s 2>&1 | FileCheck %s

; Loops of a constant number of rounds that read from images become straight code, inner ones first.
declare <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64, i64, i32, <2 x i32>) willreturn nounwind memory(none)

; CHECK-LABEL: define i32 @around(
; CHECK-COUNT-6: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17,
; CHECK-NOT: phi
; CHECK: ret i32
define i32 @around(i64 %image, i32 %x, i32 %y) {
entry:
  br label %rows
rows:
  %j = phi i32 [ -1, %entry ], [ %j.next, %rows.end ]
  %sum = phi i32 [ 0, %entry ], [ %next, %rows.end ]
  %row = add i32 %y, %j
  br label %columns
columns:
  %i = phi i32 [ -1, %rows ], [ %i.next, %columns ]
  %inner = phi i32 [ %sum, %rows ], [ %next, %columns ]
  %column = add i32 %x, %i
  %first = insertelement <2 x i32> poison, i32 %column, i64 0
  %place = insertelement <2 x i32> %first, i32 %row, i64 1
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
  %red = extractelement <4 x i32> %texel, i64 0
  %next = add i32 %inner, %red
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, 1
  br i1 %more, label %columns, label %rows.end
rows.end:
  %j.next = add nsw i32 %j, 1
  %again = icmp slt i32 %j.next, 2
  br i1 %again, label %rows, label %exit
exit:
  ret i32 %next
}

; Not those of unknown length, and of many reads, and without a read by integers.
; CHECK-LABEL: define i32 @any(
; CHECK: phi
; CHECK-COUNT-1: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(
; CHECK-NOT: call
; CHECK: ret i32
define i32 @any(i64 %image, i32 %length) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %place = insertelement <2 x i32> <i32 poison, i32 3>, i32 %i, i64 0
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %length
  br i1 %more, label %loop, label %exit
exit:
  %red = extractelement <4 x i32> %texel, i64 0
  ret i32 %red
}

; CHECK-LABEL: define i32 @many(
; CHECK: phi
; CHECK: ret i32
define i32 @many(i64 %image) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %place = insertelement <2 x i32> <i32 poison, i32 3>, i32 %i, i64 0
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, 33
  br i1 %more, label %loop, label %exit
exit:
  %red = extractelement <4 x i32> %texel, i64 0
  ret i32 %red
}

; CHECK-LABEL: define i32 @sampled(
; CHECK: phi
; CHECK: ret i32
define i32 @sampled(i64 %image) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %place = insertelement <2 x i32> <i32 poison, i32 3>, i32 %i, i64 0
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 1, <2 x i32> %place)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, 3
  br i1 %more, label %loop, label %exit
exit:
  %red = extractelement <4 x i32> %texel, i64 0
  ret i32 %red
}
