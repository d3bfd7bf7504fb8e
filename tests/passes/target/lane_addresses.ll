; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-lane-addresses %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-lane-addresses %s | FileCheck --check-prefix=GONE %s

; Two numbers leave the vector together, and there is no vector of addresses. A number that is
; undefined leaves its neighbour alone. Instruction selection knows nothing of the numbers: from what
; it knows of an even lane's it would conclude that it need not be taken out of its pair.
; CHECK-LABEL: @counters
; CHECK: %[[SURE:.*]] = freeze <4 x i32> %numbers
; CHECK: %[[FLOATS:.*]] = bitcast <4 x i32> %[[SURE]] to <4 x float>
; CHECK: %[[HIDDEN:.*]] = call <4 x float> @llvm.arithmetic.fence.v4f32(<4 x float> %[[FLOATS]])
; CHECK: %[[NUMBERS:.*]] = bitcast <4 x float> %[[HIDDEN]] to <4 x i32>
; CHECK: %[[HALVES:.*]] = bitcast <4 x i32> %[[NUMBERS]] to <2 x i64>
; CHECK: %[[PAIR:.*]] = extractelement <2 x i64> %[[HALVES]], i64 0
; CHECK: %[[LOW:.*]] = trunc i64 %[[PAIR]] to i32
; CHECK: %[[FIRST:.*]] = sext i32 %[[LOW]] to i64
; CHECK: getelementptr inbounds i32, ptr %base, i64 %[[FIRST]]
; CHECK: %[[SECOND:.*]] = ashr i64 %[[PAIR]], 32
; CHECK: getelementptr inbounds i32, ptr %base, i64 %[[SECOND]]
; CHECK: extractelement <2 x i64> %[[HALVES]], i64 1
; GONE-LABEL: @counters
; GONE-NOT: getelementptr inbounds i32, ptr %base, <4 x i64>
; GONE-NOT: sext <4 x i32>
; GONE-LABEL: @without_signs
define void @counters(ptr %base, <4 x i32> %numbers) {
  %wide = sext <4 x i32> %numbers to <4 x i64>
  %places = getelementptr inbounds i32, ptr %base, <4 x i64> %wide
  %p0 = extractelement <4 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <4 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <4 x ptr> %places, i64 2
  store i32 2, ptr %p2
  %p3 = extractelement <4 x ptr> %places, i64 3
  store i32 3, ptr %p3
  ret void
}

; CHECK-LABEL: @without_signs
; CHECK: %[[PAIR:.*]] = extractelement <2 x i64> %{{.*}}, i64 0
; CHECK: lshr i64 %[[PAIR]], 32
; CHECK: %[[LOW:.*]] = trunc i64 %[[PAIR]] to i32
; CHECK: zext i32 %[[LOW]] to i64
define i32 @without_signs(ptr %base, <4 x i32> %numbers) {
  %wide = zext <4 x i32> %numbers to <4 x i64>
  %places = getelementptr i32, ptr %base, <4 x i64> %wide
  %p1 = extractelement <4 x ptr> %places, i64 1
  %x1 = load i32, ptr %p1
  %p0 = extractelement <4 x ptr> %places, i64 0
  %x0 = load i32, ptr %p0
  %p3 = extractelement <4 x ptr> %places, i64 3
  %x3 = load i32, ptr %p3
  %p2 = extractelement <4 x ptr> %places, i64 2
  store i32 %x0, ptr %p2
  %a = add i32 %x0, %x1
  %b = add i32 %a, %x3
  ret i32 %b
}

; A lane whose neighbour has its address in another block leaves the vector by itself.
; CHECK-LABEL: @in_other_blocks
; CHECK: extractelement <4 x i64> %{{.*}}, i64 0
; CHECK: extractelement <4 x i64> %{{.*}}, i64 1
; CHECK: extractelement <8 x i32> %numbers, i64 4
; CHECK: extractelement <4 x i64> %{{.*}}, i64 3
; CHECK: other:
; CHECK: %[[ALONE:.*]] = extractelement <8 x i32> %numbers, i64 5
; CHECK: %[[NUMBER:.*]] = sext i32 %[[ALONE]] to i64
; CHECK: getelementptr i32, ptr %base, i64 %[[NUMBER]]
define void @in_other_blocks(ptr %base, <8 x i32> %numbers, i1 %is) {
entry:
  %wide = sext <8 x i32> %numbers to <8 x i64>
  %places = getelementptr i32, ptr %base, <8 x i64> %wide
  %p0 = extractelement <8 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <8 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <8 x ptr> %places, i64 2
  store i32 2, ptr %p2
  %p3 = extractelement <8 x ptr> %places, i64 3
  store i32 3, ptr %p3
  %p4 = extractelement <8 x ptr> %places, i64 4
  store i32 4, ptr %p4
  %p6 = extractelement <8 x ptr> %places, i64 6
  store i32 6, ptr %p6
  %p7 = extractelement <8 x ptr> %places, i64 7
  store i32 7, ptr %p7
  br i1 %is, label %other, label %end
other:
  %p5 = extractelement <8 x ptr> %places, i64 5
  store i32 5, ptr %p5
  br label %end
end:
  ret void
}

; Where each lane has a block of its own, its address is moved alone, as it is.
; CHECK-LABEL: @each_alone
; CHECK: extractelement <4 x ptr> %places, i64 0
; CHECK: extractelement <4 x ptr> %places, i64 1
define void @each_alone(ptr %base, <4 x i32> %numbers, i1 %is) {
entry:
  %wide = sext <4 x i32> %numbers to <4 x i64>
  %places = getelementptr i32, ptr %base, <4 x i64> %wide
  %p0 = extractelement <4 x ptr> %places, i64 0
  store i32 0, ptr %p0
  br i1 %is, label %other, label %end
other:
  %p1 = extractelement <4 x ptr> %places, i64 1
  store i32 1, ptr %p1
  br label %end
end:
  ret void
}

; A vector that is used whole stays.
; CHECK-LABEL: @gathered
; CHECK: %places = getelementptr i32, ptr %base, <4 x i64> %wide
; CHECK: extractelement <4 x ptr> %places, i64 0
define <4 x i32> @gathered(ptr %base, <4 x i32> %numbers) {
  %wide = sext <4 x i32> %numbers to <4 x i64>
  %places = getelementptr i32, ptr %base, <4 x i64> %wide
  %p0 = extractelement <4 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <4 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <4 x ptr> %places, i64 2
  store i32 2, ptr %p2
  %p3 = extractelement <4 x ptr> %places, i64 3
  store i32 3, ptr %p3
  %all = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %all
}
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)

; Bytes from memory come as a word, whose last number is what a shift leaves.
; CHECK-LABEL: @bytes
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr %from, i64 8
; CHECK: %[[WORD:.*]] = load i64, ptr %[[NEXT]], align 8, !tbaa
; CHECK: %[[LOW:.*]] = trunc i64 %[[WORD]] to i8
; CHECK: %[[FIRST:.*]] = zext i8 %[[LOW]] to i64
; CHECK: getelementptr i32, ptr %base, i64 %[[FIRST]]
; CHECK: %[[SHIFTED:.*]] = lshr i64 %[[WORD]], 16
; CHECK: trunc i64 %[[SHIFTED]] to i8
; CHECK: %[[LAST:.*]] = lshr i64 %[[WORD]], 56
; CHECK: getelementptr i32, ptr %base, i64 %[[LAST]]
; GONE-LABEL: @bytes
; GONE-NOT: load <16 x i8>
; GONE-NOT: zext <16 x i8>
; GONE-LABEL: @shorts
define void @bytes(ptr %base, ptr %from) {
  %numbers = load <16 x i8>, ptr %from, align 16, !tbaa !0
  %wide = zext <16 x i8> %numbers to <16 x i64>
  %places = getelementptr i32, ptr %base, <16 x i64> %wide
  %p8 = extractelement <16 x ptr> %places, i64 8
  store i32 8, ptr %p8
  %p10 = extractelement <16 x ptr> %places, i64 10
  store i32 10, ptr %p10
  %p15 = extractelement <16 x ptr> %places, i64 15
  store i32 15, ptr %p15
  %p0 = extractelement <16 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <16 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <16 x ptr> %places, i64 2
  store i32 2, ptr %p2
  %p3 = extractelement <16 x ptr> %places, i64 3
  store i32 3, ptr %p3
  %p4 = extractelement <16 x ptr> %places, i64 4
  store i32 4, ptr %p4
  %p5 = extractelement <16 x ptr> %places, i64 5
  store i32 5, ptr %p5
  ret void
}

; With signs, and a vector that another use needs.
; CHECK-LABEL: @shorts
; CHECK: %[[WORD:.*]] = load i64, ptr %{{.*}}, align 2
; CHECK: %numbers = load <4 x i16>
; CHECK: %[[SECOND:.*]] = lshr i64 %[[WORD]], 16
; CHECK: %[[NARROW:.*]] = trunc i64 %[[SECOND]] to i16
; CHECK: sext i16 %[[NARROW]] to i64
; CHECK: ashr i64 %[[WORD]], 48
define <4 x i16> @shorts(ptr %base, ptr %from) {
  %numbers = load <4 x i16>, ptr %from, align 2
  %wide = sext <4 x i16> %numbers to <4 x i64>
  %places = getelementptr i32, ptr %base, <4 x i64> %wide
  %p1 = extractelement <4 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p3 = extractelement <4 x ptr> %places, i64 3
  store i32 3, ptr %p3
  %p0 = extractelement <4 x ptr> %places, i64 0
  store i32 0, ptr %p0
  ret <4 x i16> %numbers
}

; Bytes that are computed stay in their vector, and so do those that somebody else may write.
; CHECK-LABEL: @computed
; CHECK: extractelement <8 x ptr> %places, i64 0
define void @computed(ptr %base, <8 x i8> %numbers) {
  %wide = zext <8 x i8> %numbers to <8 x i64>
  %places = getelementptr i32, ptr %base, <8 x i64> %wide
  %p0 = extractelement <8 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <8 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <8 x ptr> %places, i64 2
  store i32 2, ptr %p2
  %p3 = extractelement <8 x ptr> %places, i64 3
  store i32 3, ptr %p3
  %p4 = extractelement <8 x ptr> %places, i64 4
  store i32 4, ptr %p4
  ret void
}

; CHECK-LABEL: @volatile
; CHECK: extractelement <4 x ptr> %places, i64 0
define void @volatile(ptr %base, ptr %from) {
  %numbers = load volatile <4 x i16>, ptr %from
  %wide = zext <4 x i16> %numbers to <4 x i64>
  %places = getelementptr i32, ptr %base, <4 x i64> %wide
  %p0 = extractelement <4 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <4 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <4 x ptr> %places, i64 2
  store i32 2, ptr %p2
  ret void
}

; Four bytes fill a shorter word.
; CHECK-LABEL: @four_bytes
; CHECK: %[[WORD:.*]] = load i32, ptr %{{.*}}, align 4
; CHECK: %[[LOW:.*]] = trunc i32 %[[WORD]] to i8
; CHECK: sext i8 %[[LOW]] to i64
; CHECK: %[[LAST:.*]] = ashr i32 %[[WORD]], 24
; CHECK: sext i32 %[[LAST]] to i64
define void @four_bytes(ptr %base, ptr %from) {
  %numbers = load <4 x i8>, ptr %from, align 4
  %wide = sext <4 x i8> %numbers to <4 x i64>
  %places = getelementptr i32, ptr %base, <4 x i64> %wide
  %p0 = extractelement <4 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <4 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <4 x ptr> %places, i64 2
  store i32 2, ptr %p2
  %p3 = extractelement <4 x ptr> %places, i64 3
  store i32 3, ptr %p3
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2}
!2 = !{!"tree"}
