; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-image-coordinates %s 2>&1 | FileCheck %s

; The coordinates of further reads of an image are computed before the first read, if they are
; uniform or strided.
declare <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64, i64, i32, <2 x i32>) willreturn nounwind memory(none)

; CHECK-LABEL: define i32 @beside(
; CHECK: %right = add i32 %x, 1
; CHECK: %place.2 = insertelement <2 x i32>
; CHECK: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
; CHECK: %red = extractelement
; CHECK: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place.2)
define i32 @beside(i32 "weft-lane-parameter" %x, i64 %image, i32 %y) {
  %first = insertelement <2 x i32> poison, i32 %x, i64 0
  %place = insertelement <2 x i32> %first, i32 %y, i64 1
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
  %red = extractelement <4 x i32> %texel, i64 0
  %right = add i32 %x, 1
  %below = sub i32 %y, 1
  %first.2 = insertelement <2 x i32> poison, i32 %right, i64 0
  %place.2 = insertelement <2 x i32> %first.2, i32 %below, i64 1
  %texel.2 = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place.2)
  %red.2 = extractelement <4 x i32> %texel.2, i64 0
  %sum = add i32 %red, %red.2
  ret i32 %sum
}

; Not where they depend on what was read, where they diverge, and for another image.
; CHECK-LABEL: define i32 @others(
; CHECK: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
; CHECK: %red = extractelement
; CHECK: %moved = add i32 %x, %red
; CHECK: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image,
; CHECK: %square = mul i32 %x, %x
; CHECK: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image,
; CHECK: %right = add i32 %x, 1
; CHECK: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %other,
define i32 @others(i32 "weft-lane-parameter" %x, i64 %image, i64 %other) {
  %place = insertelement <2 x i32> <i32 poison, i32 3>, i32 %x, i64 0
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
  %red = extractelement <4 x i32> %texel, i64 0
  %moved = add i32 %x, %red
  %place.2 = insertelement <2 x i32> <i32 poison, i32 3>, i32 %moved, i64 0
  %texel.2 = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place.2)
  %red.2 = extractelement <4 x i32> %texel.2, i64 0
  %square = mul i32 %x, %x
  %place.3 = insertelement <2 x i32> <i32 poison, i32 3>, i32 %square, i64 0
  %texel.3 = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place.3)
  %red.3 = extractelement <4 x i32> %texel.3, i64 0
  %right = add i32 %x, 1
  %place.4 = insertelement <2 x i32> <i32 poison, i32 3>, i32 %right, i64 0
  %texel.4 = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %other, i64 0, i32 17, <2 x i32> %place.4)
  %red.4 = extractelement <4 x i32> %texel.4, i64 0
  %sum = add i32 %red.2, %red.3
  %sum.2 = add i32 %sum, %red.4
  ret i32 %sum.2
}
