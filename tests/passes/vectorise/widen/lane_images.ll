; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=32>' %s 2>&1 | FileCheck %s --check-prefix=WIDE

; Accesses of a gang to one image call a routine for all lanes, of which 16 have room in a call.
declare i64 @__weft_local_id_x() memory(none)
declare <4 x i32> @_Z17__weft_image_readmmjj(i64, i64, i32, i32) willreturn nounwind memory(none)
declare <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64, i64, i32, <2 x i32>) willreturn nounwind memory(none)
declare void @_Z18__weft_image_writemmjjDv4_j(i64, i64, i32, i32, <4 x i32>) willreturn nounwind memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define internal i32 @copy.region.0.unmasked(
; CHECK-DAG: %image.coordinates = alloca [64 x i32], align 64
; CHECK-DAG: %image.texels = alloca [64 x i32], align 64
; CHECK: store <8 x i32> %{{.*}}, ptr %image.coordinates
; CHECK: [[Y:%.*]] = getelementptr inbounds i32, ptr %image.coordinates, i64 16
; CHECK: store <8 x i32> splat (i32 3), ptr [[Y]]
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 %sampler, i64 255, ptr {{.*}}%image.coordinates, ptr writeonly {{.*}}%image.texels)
; CHECK: load <8 x i32>, ptr %image.texels
; CHECK: load <8 x i32>, ptr
; CHECK: store <8 x i32> %{{.*}}, ptr %image.texels
; Neighbours in a row need no coordinates but those of the first.
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 255, i32 %{{.*}}, i32 0, i32 0, ptr readonly {{.*}}%image.texels)
; CHECK: ret i32 0

; Inactive lanes are told to the routine.
; CHECK-LABEL: define internal i32 @copy.region.0.predicated(
; CHECK: [[MASK:%.*]] = bitcast <8 x i1> %{{.*}} to i8
; CHECK: [[BITS:%.*]] = zext i8 [[MASK]] to i32
; CHECK: [[ACTIVE:%.*]] = zext i32 [[BITS]] to i64
; CHECK: [[OWN:%.*]] = and i64 %{{.*}}, 255
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 %sampler, i64 [[OWN]], ptr

; WIDE-LABEL: define internal i32 @copy.region.0.wide(
; WIDE: shufflevector <32 x i32> %{{.*}}, <16 x i32> <i32 0, i32 1,
; WIDE: call void %{{.*}}(ptr {{.*}}, i64 %sampler, i64 65535, ptr
; WIDE: shufflevector <32 x i32> %{{.*}}, <16 x i32> <i32 16, i32 17,
; WIDE: call void %{{.*}}(ptr {{.*}}, i64 %sampler, i64 65535, ptr
; WIDE-NOT: sampler
; WIDE: call void %{{.*}}(ptr {{.*}}, i64 65535, i32 [[FIRST:%.*]], i32 0, i32 0, ptr
; WIDE: [[SECOND:%.*]] = add i32 [[FIRST]], 16
; WIDE: call void %{{.*}}(ptr {{.*}}, i64 65535, i32 [[SECOND]], i32 0, i32 0, ptr
; WIDE: ret i32 0
define void @copy(i64 "weft-opaque"="spirv.Image" %from, i64 "weft-opaque"="spirv.Image" %to, i64 "weft-opaque"="spirv.Sampler" %sampler) convergent "weft-kernel"="copy" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %place = insertelement <2 x i32> <i32 poison, i32 3>, i32 %x, i64 0
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %from, i64 %sampler, i32 1, <2 x i32> %place)
  call void @_Z18__weft_image_writemmjjDv4_j(i64 %to, i64 0, i32 19, i32 %x, <4 x i32> %texel)
  ret void
}

; Components of coordinates that grow by one, and that lanes share, make a row, at any place of it.
; CHECK-LABEL: define internal i32 @beside.region.0.unmasked(
; CHECK-NOT: image.coordinates
; CHECK: [[Y:%.*]] = sub i32 5, %row
; CHECK: [[X:%.*]] = add i32 %{{.*}}, -1
; CHECK: [[LEVEL:%.*]] = add i32 [[Y]], 0
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 255, i32 [[X]], i32 [[LEVEL]], i32 0, ptr writeonly {{.*}}%image.texels)
; CHECK: ret i32 0
define void @beside(i64 "weft-opaque"="spirv.Image" %from, ptr addrspace(1) %out, i32 %row) convergent "weft-kernel"="beside" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %place = insertelement <2 x i32> poison, i32 %x, i64 0
  %difference = sub i32 5, %row
  %at.row = insertelement <2 x i32> %place, i32 %difference, i64 1
  %moved = add <2 x i32> %at.row, <i32 -1, i32 0>
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %from, i64 0, i32 18, <2 x i32> %moved)
  %turned = shufflevector <4 x i32> %texel, <4 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %at = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 %id
  store <4 x i32> %turned, ptr addrspace(1) %at
  ret void
}

; Several such reads are one call; each takes its texels where it stands.
; CHECK-LABEL: define internal i32 @together.region.0.unmasked(
; CHECK-DAG: %image.rows.texels = alloca [128 x i32], align 64
; CHECK-DAG: %image.rows = alloca [6 x i32], align 4
; CHECK: getelementptr inbounds ptr, ptr %{{.*}}, i64 24
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 255, i64 2, ptr {{.*}}%image.rows, ptr writeonly {{.*}}%image.rows.texels)
; CHECK: load <8 x i32>, ptr %image.rows.texels
; CHECK: [[SECOND:%.*]] = getelementptr inbounds i32, ptr %image.rows.texels, i64 64
; CHECK: load <8 x i32>, ptr [[SECOND]]
; CHECK-NOT: i64 255
; CHECK: ret i32 0
define void @together(i64 "weft-opaque"="spirv.Image" %from, ptr addrspace(1) %out, i32 %row) convergent "weft-kernel"="together" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %left = insertelement <2 x i32> <i32 poison, i32 3>, i32 %x, i64 0
  %first = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %from, i64 0, i32 17, <2 x i32> %left)
  %next = add i32 %x, 1
  %right = insertelement <2 x i32> <i32 poison, i32 3>, i32 %next, i64 0
  %second = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %from, i64 0, i32 17, <2 x i32> %right)
  %turned = shufflevector <4 x i32> %second, <4 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %sum = add <4 x i32> %first, %turned
  %at = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 %id
  store <4 x i32> %sum, ptr addrspace(1) %at
  ret void
}

; Every other texel, and those of a column, are no row; nor is there one for reads at a level.
; CHECK-LABEL: define internal i32 @apart.region.0.unmasked(
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 0, i64 255, ptr {{.*}}%image.coordinates, ptr
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 0, i64 255, ptr {{.*}}%image.coordinates, ptr
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 0, i64 255, ptr {{.*}}%image.coordinates, ptr
; CHECK: ret i32 0
define void @apart(i64 "weft-opaque"="spirv.Image" %from, i64 "weft-opaque"="spirv.Image" %to) convergent "weft-kernel"="apart" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %twice = shl i32 %x, 1
  %every.other = insertelement <2 x i32> <i32 poison, i32 3>, i32 %twice, i64 0
  %first = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %from, i64 0, i32 17, <2 x i32> %every.other)
  %column = insertelement <2 x i32> <i32 3, i32 poison>, i32 %x, i64 1
  %second = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %from, i64 0, i32 17, <2 x i32> %column)
  %both = add <4 x i32> %first, %second
  call void @_Z18__weft_image_writemmjjDv4_j(i64 %to, i64 0, i32 20, i32 %x, <4 x i32> %both)
  ret void
}

; Lanes with images of their own read one after another.
; CHECK-LABEL: define internal i32 @chosen.region.0.unmasked(
; CHECK: lane.loop:
; CHECK: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %
; CHECK: lane.loop.end:
define void @chosen(i64 "weft-opaque"="spirv.Image" %a, i64 "weft-opaque"="spirv.Image" %b, ptr addrspace(1) %out) convergent "weft-kernel"="chosen" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %odd = trunc i32 %x to i1
  %image = select i1 %odd, i64 %a, i64 %b
  %place = insertelement <2 x i32> <i32 poison, i32 3>, i32 %x, i64 0
  %texel = call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %image, i64 0, i32 17, <2 x i32> %place)
  %turned = shufflevector <4 x i32> %texel, <4 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %at = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 %id
  store <4 x i32> %turned, ptr addrspace(1) %at
  ret void
}

; Where lanes are no neighbours, single components are gathered without the routine if the texels are
; words of 32 bits. Three components are worth it no more.
; CHECK-LABEL: define internal i32 @scattered.region.0.unmasked(
; CHECK: [[DIRECT:%.*]] = load i32, ptr {{%.*}}, align 4, !invariant.load
; CHECK: call <8 x i32> @llvm.smin.v8i32(
; CHECK: [[ADDRESSES:%.*]] = getelementptr inbounds i8, ptr {{%.*}}, <8 x i64>
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p0({{.*}} [[ADDRESSES]], <8 x i1> splat (i1 true), <8 x i32> poison)
; CHECK-NOT: @llvm.masked.gather
; CHECK: call void %{{.*}}(ptr {{.*}}, i64 0, i64 255, ptr {{.*}}%image.coordinates, ptr
; CHECK-NOT: @llvm.masked.gather
; CHECK: ret i32 0
define void @scattered(i64 "weft-opaque"="spirv.Image" %from, ptr addrspace(1) %places, ptr addrspace(1) %out) convergent "weft-kernel"="scattered" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %places, i64 %id
  %x = load i32, ptr addrspace(1) %at
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %from, i64 0, i32 17, i32 %x)
  %one = extractelement <4 x i32> %texel, i64 1
  %next = add i32 %one, %x
  %other = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %from, i64 0, i32 17, i32 %next)
  %a = extractelement <4 x i32> %other, i64 0
  %b = extractelement <4 x i32> %other, i64 1
  %c = extractelement <4 x i32> %other, i64 3
  %ab = xor i32 %a, %b
  %abc = xor i32 %ab, %c
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %abc, ptr addrspace(1) %to
  ret void
}

; Two components that follow each other are one element of a gather where the texels have them so.
; CHECK-LABEL: define internal i32 @two.region.0.unmasked(
; CHECK: [[BEHIND:%.*]] = getelementptr i8, ptr [[FIRST:%.*]], i64 4
; CHECK: [[SECOND:%.*]] = load ptr, ptr {{%.*}}, align 8, !invariant.load
; CHECK: icmp eq ptr [[BEHIND]], [[SECOND]]
; CHECK: [[BOTH:%.*]] = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 4 {{.*}}, <8 x i1> splat (i1 true), <8 x i64> poison)
; CHECK: trunc <8 x i64> [[BOTH]] to <8 x i32>
; CHECK: [[HIGH:%.*]] = lshr <8 x i64> [[BOTH]], splat (i64 32)
; CHECK: trunc <8 x i64> [[HIGH]] to <8 x i32>
; CHECK-NOT: @llvm.masked.gather
; CHECK: ret i32 0
define void @two(i64 "weft-opaque"="spirv.Image" %from, ptr addrspace(1) %places, ptr addrspace(1) %out) convergent "weft-kernel"="two" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %places, i64 %id
  %x = load i32, ptr addrspace(1) %at
  %texel = call <4 x i32> @_Z17__weft_image_readmmjj(i64 %from, i64 0, i32 17, i32 %x)
  %a = extractelement <4 x i32> %texel, i64 2
  %b = extractelement <4 x i32> %texel, i64 3
  %ab = xor i32 %a, %b
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %ab, ptr addrspace(1) %to
  ret void
}
