; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8;without=interleaved-texels>' %s 2>&1 | FileCheck %s --check-prefix=SORTED

; Texels that go from rows to rows through the same operations for each component stay as they lie in
; memory: routines 26 and 28 of an image instead of 21 and 23.
declare i64 @__weft_local_id_x() memory(none)
declare <4 x i32> @_Z17__weft_image_readmmjj(i64, i64, i32, i32) willreturn nounwind memory(none)
declare void @_Z18__weft_image_writemmjjDv4_j(i64, i64, i32, i32, <4 x i32>) willreturn nounwind memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define internal i32 @doubled.region.0.unmasked(
; CHECK: getelementptr inbounds ptr, ptr %{{.*}}, i64 26
; CHECK: call void %{{.*}}(ptr %{{.*}}, i64 255, i64 1, ptr %image.rows, ptr %image.where, ptr %image.rows.texels)
; CHECK: [[WHERE:%.*]] = load ptr, ptr %image.where
; CHECK: [[FIRST:%.*]] = getelementptr inbounds i32, ptr [[WHERE]], i64 0
; CHECK: load <8 x i32>, ptr [[FIRST]], align 1
; CHECK: [[NEXT:%.*]] = getelementptr inbounds i32, ptr [[WHERE]], i64 8
; CHECK: load <8 x i32>, ptr [[NEXT]], align 1
; CHECK-COUNT-4: fadd <8 x float>
; CHECK: [[LAST:%.*]] = getelementptr inbounds i32, ptr %image.texels, i64 24
; CHECK: store <8 x i32> %{{.*}}, ptr [[LAST]]
; CHECK: getelementptr inbounds ptr, ptr %{{.*}}, i64 28
; CHECK: ret i32 0
; SORTED-LABEL: define internal i32 @doubled.region.0.unmasked(
; SORTED-NOT: image.where
; SORTED: ret i32 0
define void @doubled(i64 "weft-opaque"="spirv.Image" %from, i64 "weft-opaque"="spirv.Image" %to, float %more) convergent "weft-kernel"="doubled" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %from, i64 0, i32 17, i32 %x)
  %colour = bitcast <4 x i32> %texel to <4 x float>
  %one = insertelement <4 x float> poison, float %more, i64 0
  %all = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %sum = fadd <4 x float> %colour, %all
  %result = bitcast <4 x float> %sum to <4 x i32>
  call void @_Z18__weft_image_writemmjjDv4_j(i64 %to, i64 0, i32 19, i32 %x, <4 x i32> %result)
  ret void
}

; Not where a component changes its place,
; CHECK-LABEL: define internal i32 @turned.region.0.unmasked(
; CHECK-NOT: image.where
; CHECK: ret i32 0
define void @turned(i64 "weft-opaque"="spirv.Image" %from, i64 "weft-opaque"="spirv.Image" %to) convergent "weft-kernel"="turned" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %from, i64 0, i32 17, i32 %x)
  %turned = shufflevector <4 x i32> %texel, <4 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  call void @_Z18__weft_image_writemmjjDv4_j(i64 %to, i64 0, i32 19, i32 %x, <4 x i32> %turned)
  ret void
}

; is used alone, also as a coordinate,
; CHECK-LABEL: define internal i32 @placed.region.0.unmasked(
; CHECK-NOT: image.where
; CHECK: ret i32 0
define void @placed(i64 "weft-opaque"="spirv.Image" %from, i64 "weft-opaque"="spirv.Image" %to) convergent "weft-kernel"="placed" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %from, i64 0, i32 17, i32 %x)
  %more = add <4 x i32> %texel, splat (i32 1)
  %place = extractelement <4 x i32> %more, i64 0
  call void @_Z18__weft_image_writemmjjDv4_j(i64 %to, i64 0, i32 19, i32 %place, <4 x i32> %more)
  ret void
}

; or lanes have numbers of their own.
; CHECK-LABEL: define internal i32 @weighted.region.0.unmasked(
; CHECK-NOT: image.where
; CHECK: ret i32 0
define void @weighted(i64 "weft-opaque"="spirv.Image" %from, i64 "weft-opaque"="spirv.Image" %to) convergent "weft-kernel"="weighted" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %from, i64 0, i32 17, i32 %x)
  %one = insertelement <4 x i32> poison, i32 %x, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %sum = add <4 x i32> %texel, %all
  call void @_Z18__weft_image_writemmjjDv4_j(i64 %to, i64 0, i32 19, i32 %x, <4 x i32> %sum)
  ret void
}
