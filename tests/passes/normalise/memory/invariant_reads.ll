; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-invariant-reads %s | FileCheck %s

; A read whose coordinates the loop computes from its own values alone stays; one that is the same
; in each round comes before the loop, with what it needs, though there may be no round.
; CHECK-LABEL: define i32 @rounds(
; CHECK: entry:
; CHECK-NEXT: %x = add i32 %a, 1
; CHECK-NEXT: %same = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %image, i64 0, i32 17, i32 %x)
; CHECK-NEXT: br label %header
; CHECK: body:
; CHECK-NEXT: %other = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %image, i64 0, i32 17, i32 %i)
; CHECK-NOT: call
; CHECK: end:
define i32 @rounds(i64 %image, i32 %a, i32 %n) {
entry:
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %x = add i32 %a, 1
  %same = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %image, i64 0, i32 17, i32 %x)
  %other = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %image, i64 0, i32 17, i32 %i)
  %both = add <4 x i32> %same, %other
  %component = extractelement <4 x i32> %both, i64 0
  %sum2 = add i32 %sum, %component
  %next = add i32 %i, 1
  br label %header
end:
  ret i32 %sum
}

; Not all rounds make the read, and what may write to the image is not moved.
; CHECK-LABEL: define i32 @somewhere(
; CHECK: entry:
; CHECK-NEXT: br label %header
; CHECK: rare:
; CHECK-NEXT: call <4 x i32> @_Z17__weft_image_readmmjj(
; CHECK: latch:
; CHECK: call <4 x i32> @_Z25__weft_image_read_mutablemmjj(
define i32 @somewhere(i64 %image, i64 %own, i32 %a, i32 %n) {
entry:
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %sum3, %latch ]
  %isRare = icmp eq i32 %i, 77
  br i1 %isRare, label %rare, label %latch
rare:
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %image, i64 0, i32 17, i32 %a)
  %component = extractelement <4 x i32> %texel, i64 0
  %sum2 = add i32 %sum, %component
  br label %latch
latch:
  %sum4 = phi i32 [ %sum, %header ], [ %sum2, %rare ]
  %mutable = call <4 x i32> @_Z25__weft_image_read_mutablemmjj(i64 %own, i64 0, i32 17, i32 %a)
  %word = extractelement <4 x i32> %mutable, i64 0
  %sum3 = add i32 %sum4, %word
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %header, label %end
end:
  ret i32 %sum3
}

; A function that does nothing but read is as good as a read.
; CHECK-LABEL: define float @library(
; CHECK: entry:
; CHECK-NEXT: %color = call <4 x i32> @read(
; CHECK: body:
; CHECK-NEXT: call <4 x i32> @readAndDivide(
define float @library(i64 %image, i32 %a, i32 %n) {
entry:
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %color = call <4 x i32> @read(i64 %image, i32 %a)
  %shade = call <4 x i32> @readAndDivide(i64 %image, i32 %a, i32 %n)
  %both = add <4 x i32> %color, %shade
  %component = extractelement <4 x i32> %both, i64 0
  %value = bitcast i32 %component to float
  %sum2 = fadd float %sum, %value
  %next = add i32 %i, 1
  br label %header
end:
  ret float %sum
}
define internal <4 x i32> @read(i64 %image, i32 %x) {
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %image, i64 0, i32 17, i32 %x)
  ret <4 x i32> %texel
}
define internal <4 x i32> @readAndDivide(i64 %image, i32 %x, i32 %n) {
  %y = udiv i32 %x, %n
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %image, i64 0, i32 17, i32 %y)
  ret <4 x i32> %texel
}

declare <4 x i32> @_Z17__weft_image_readmmjj(i64, i64, i32, i32) memory(none) nounwind willreturn
declare <4 x i32> @_Z25__weft_image_read_mutablemmjj(i64, i64, i32, i32) nounwind willreturn memory(inaccessiblemem: read)
