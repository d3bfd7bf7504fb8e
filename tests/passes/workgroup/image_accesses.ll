; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-image-accesses %s 2>&1 | FileCheck %s

; Accesses of single work-items call the image's routine for one work-item: those behind the first 29.
; All of a function share two arrays. Reads of read_only images read memory of their arguments only.
declare <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64, i64, i32, <2 x i32>)
declare <4 x i32> @_Z25__weft_image_read_mutablemmjj(i64, i64, i32, i32)
declare void @_Z18__weft_image_writemmjDv3_jDv4_j(i64, i64, i32, <3 x i32>, <4 x i32>)

define <4 x i32> @copy(i64 %image, i64 %other, i64 %sampler, i32 %routine, <2 x i32> %c, <3 x i32> %d) {
; CHECK-LABEL: define <4 x i32> @copy(
; CHECK-DAG: %image.coordinates = alloca [4 x i32], align 16
; CHECK-DAG: %image.texel = alloca [4 x i32], align 16
; CHECK: store <2 x i32> %c, ptr %image.coordinates, align 16
; CHECK: [[INDEX:%.*]] = zext i32 %routine to i64
; CHECK: [[ONE:%.*]] = add i64 [[INDEX]], 29
; CHECK: [[FROM:%.*]] = inttoptr i64 %image to ptr
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr [[FROM]], i64 624
; CHECK: [[ROUTINES:%.*]] = load ptr, ptr [[PLACE]], align 8, !invariant.load
; CHECK: getelementptr inbounds ptr, ptr [[ROUTINES]], i64 [[ONE]]
; CHECK: [[ROUTINE:%.*]] = load ptr, ptr {{%.*}}, align 8, !invariant.load
; CHECK: call void [[ROUTINE]](ptr readonly captures(none) [[FROM]], i64 %sampler, i64 1, ptr readonly captures(none) %image.coordinates, ptr writeonly captures(none) %image.texel) #[[READ:[0-9]+]]
; CHECK: [[TEXEL:%.*]] = load <4 x i32>, ptr %image.texel, align 16
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 %sampler, i32 %routine, <2 x i32> %c)
; CHECK: store <3 x i32> %d, ptr %image.coordinates, align 16
; CHECK: store <4 x i32> [[TEXEL]], ptr %image.texel, align 16
; CHECK: getelementptr inbounds ptr, ptr {{%.*}}, i64 48
; CHECK: call void {{%.*}}(ptr readonly captures(none) {{%.*}}, i64 0, i64 1, ptr readonly captures(none) %image.coordinates, ptr readonly captures(none) %image.texel) #[[WRITE:[0-9]+]]
  call void @_Z18__weft_image_writemmjDv3_jDv4_j(i64 %other, i64 0, i32 19, <3 x i32> %d, <4 x i32> %texel)
; CHECK: call void {{%.*}} #[[MUTABLE:[0-9]+]]
  %again = call <4 x i32> @_Z25__weft_image_read_mutablemmjj(i64 %other, i64 0, i32 17, i32 5)
  ret <4 x i32> %again
}

; The nearest texel at integers is read without the routine where it is words of 32 bits: only what is
; taken out of it, at clamped coordinates.
define i32 @component(i64 %image, <2 x i32> %c) {
; CHECK-LABEL: define i32 @component(
; CHECK: [[DIRECT:%.*]] = load i32, ptr {{%.*}}, align 4, !invariant.load
; CHECK: br i1 %{{.*}}, label %[[WORDS:.*]], label %[[ROUTINE:.*]]
; CHECK: [[WORDS]]:
; CHECK: call i32 @llvm.smax.i32(i32 {{%.*}}, i32 0)
; CHECK: call i32 @llvm.smin.i32(
; CHECK: mul nuw i32
; CHECK: call i32 @llvm.smax.i32(i32 {{%.*}}, i32 0)
; CHECK: [[WORD:%.*]] = load i32, ptr {{%.*}}, align 4{{$}}
; CHECK-NEXT: br label
; CHECK: [[ROUTINE]]:
; CHECK: call void
; CHECK: [[OTHER:%.*]] = extractelement <4 x i32> {{%.*}}, i64 1
; CHECK: phi i32 [ [[WORD]], %[[WORDS]] ], [ [[OTHER]], %[[ROUTINE]] ]
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %c)
  %component = extractelement <4 x i32> %texel, i64 1
  ret i32 %component
}

; A texel that tells where another one is.
define <4 x i32> @chain(i64 %image, i64 %other, <2 x i32> %c) {
; CHECK-LABEL: define <4 x i32> @chain(
; CHECK: [[FIRST:%.*]] = insertelement <4 x i32> {{%.*}}, i32 {{%.*}}, i64 3
; CHECK: [[PLACE:%.*]] = shufflevector <4 x i32> [[FIRST]],
; CHECK: store <2 x i32> [[PLACE]], ptr %image.coordinates, align 16
  %first = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %c)
  %place = shufflevector <4 x i32> %first, <4 x i32> poison, <2 x i32> <i32 0, i32 1>
  %second = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %other, i64 0, i32 17, <2 x i32> %place)
  ret <4 x i32> %second
}

; CHECK: attributes #[[READ]] = { {{.*}}willreturn memory(argmem: readwrite) }
; CHECK: attributes #[[WRITE]] = { {{.*}}willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
; CHECK: attributes #[[MUTABLE]] = { {{.*}}willreturn memory(argmem: readwrite, inaccessiblemem: read) }
