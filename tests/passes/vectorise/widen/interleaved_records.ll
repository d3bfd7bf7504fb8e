; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8;without=interleaved-records>' %s 2>&1 | FileCheck %s --check-prefix=SORTED

; Records that go from memory to memory through the same operations for each component stay as they
; lie there. Texels do so in rows: by routines 26 and 28 of an image instead of 21 and 23.
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

; or is used alone, also as a coordinate.
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

; Numbers of each lane are spread over the elements of its texel.
; CHECK-LABEL: define internal i32 @weighted.region.0.unmasked(
; CHECK: image.where
; CHECK: shufflevector <8 x i32> [[LANES:%.*]], <8 x i32> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: shufflevector <8 x i32> [[LANES]], <8 x i32> poison, <8 x i32> <i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
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

; Vectors in buffers are neither sorted, also where values have several uses, in loops, and under masks.
; What differs between components is tiled.
; CHECK-LABEL: define internal i32 @mixed.region.0.unmasked(
; CHECK: load <32 x float>
; CHECK: shufflevector <32 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: loop:
; CHECK-NOT: shufflevector
; CHECK: fadd <8 x float> %{{.*}}, <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00, float 1.000000e+00,
; CHECK-NOT: shufflevector
; CHECK: end:
; CHECK-NOT: <i32 0, i32 8
; CHECK: store <32 x float>
; CHECK: ret i32 0
; SORTED-LABEL: define internal i32 @mixed.region.0.unmasked(
; SORTED: call {{.*}} @__weft_deinterleave_4_8float(
; SORTED: ret i32 0
define void @mixed(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) convergent "weft-kernel"="mixed" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %id
  %first = load <4 x float>, ptr addrspace(1) %at
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %v = phi <4 x float> [ %first, %entry ], [ %w, %loop ]
  %more = fadd <4 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0>
  %is = fcmp olt <4 x float> %more, splat (float 7.0)
  %w = select <4 x i1> %is, <4 x float> %more, <4 x float> %v
  %k.next = add i32 %k, 1
  %done = icmp eq i32 %k.next, %n
  br i1 %done, label %end, label %loop
end:
  %to = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %id
  store <4 x float> %w, ptr addrspace(1) %to
  ret void
}

; Masks of lanes that leave a loop early are spread.
; CHECK-LABEL: define internal i32 @leaves.region.0.unmasked(
; CHECK: shufflevector <8 x i1> %{{.*}}, <8 x i1> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: ret i32 0
define void @leaves(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %counts) convergent "weft-kernel"="leaves" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %id
  %first = load <4 x float>, ptr addrspace(1) %at
  %at.count = getelementptr i32, ptr addrspace(1) %counts, i64 %id
  %count = load i32, ptr addrspace(1) %at.count
  %isLong = icmp sgt i32 %count, 5
  br i1 %isLong, label %then, label %end
then:
  %at.more = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %id
  %more = load <4 x float>, ptr addrspace(1) %at.more
  %sum = fadd <4 x float> %more, %first
  %square = fmul <4 x float> %sum, %sum
  store volatile i32 3, ptr addrspace(1) %at.count
  br label %end
end:
  %w = phi <4 x float> [ %first, %entry ], [ %square, %then ]
  store <4 x float> %w, ptr addrspace(1) %at
  ret void
}

; Functions that differ between components keep them sorted.
; CHECK-LABEL: define internal i32 @differs.region.0.unmasked(
; CHECK: <8 x i32> <i32 0, i32 2, i32 4,
; CHECK: ret i32 0
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
define void @differs(ptr addrspace(1) %p) convergent "weft-kernel"="differs" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <2 x float>, ptr addrspace(1) %at
  %x = extractelement <2 x float> %v, i64 0
  %y = extractelement <2 x float> %v, i64 1
  %a = call float @llvm.minnum.f32(float %x, float 2.0)
  %b = call float @llvm.maxnum.f32(float %y, float 2.0)
  %half = insertelement <2 x float> poison, float %a, i64 0
  %both = insertelement <2 x float> %half, float %b, i64 1
  store <2 x float> %both, ptr addrspace(1) %at
  ret void
}

; So do vectors that a second store turns round.
; CHECK-LABEL: define internal i32 @turned_again.region.0.unmasked(
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x i32> <i32 0, i32 8, i32 1, i32 9
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x i32> <i32 0, i32 8, i32 1, i32 9
; CHECK: ret i32 0
define void @turned_again(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) convergent "weft-kernel"="turned_again" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %p, i64 %id
  %s = load float, ptr addrspace(1) %at
  %x = fmul float %s, 0.5
  %y = fmul float %s, 0.25
  %half = insertelement <2 x float> poison, float %x, i64 0
  %both = insertelement <2 x float> %half, float %y, i64 1
  %to = getelementptr <2 x float>, ptr addrspace(1) %q, i64 %id
  store <2 x float> %both, ptr addrspace(1) %to
  %other.half = insertelement <2 x float> poison, float %y, i64 0
  %other = insertelement <2 x float> %other.half, float %x, i64 1
  %then = getelementptr <2 x float>, ptr addrspace(1) %r, i64 %id
  store <2 x float> %other, ptr addrspace(1) %then
  ret void
}

; What ends in sums of components is sorted once, behind the loop.
; CHECK-LABEL: define internal i32 @summed.region.0.unmasked(
; CHECK: loop:
; CHECK-NOT: <i32 0, i32 2, i32 4,
; CHECK: fmul <8 x float>
; CHECK: fmul <8 x float>
; CHECK: end:
; CHECK: shufflevector <16 x float> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 4,
; CHECK-NEXT: shufflevector <16 x float> %{{.*}}, <8 x i32> <i32 1, i32 3, i32 5,
; CHECK-NEXT: fadd <8 x float>
; CHECK: ret i32 0
; SORTED-LABEL: define internal i32 @summed.region.0.unmasked(
; SORTED: loop:
; SORTED-COUNT-2: <i32 0, i32 2, i32 4,
; SORTED: ret i32 0
define void @summed(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="summed" {
entry:
  %id = call i64 @__weft_local_id_x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <2 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %moved = zext i32 %k to i64
  %place = add i64 %id, %moved
  %at.p = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %place
  %a = load <2 x float>, ptr addrspace(1) %at.p
  %at.q = getelementptr <2 x float>, ptr addrspace(1) %q, i64 %place
  %b = load <2 x float>, ptr addrspace(1) %at.q
  %product = fmul <2 x float> %a, %b
  %sum.next = fadd <2 x float> %sum, %product
  %k.next = add i32 %k, 1
  %done = icmp eq i32 %k.next, %n
  br i1 %done, label %end, label %loop
end:
  %x = extractelement <2 x float> %sum.next, i64 0
  %y = extractelement <2 x float> %sum.next, i64 1
  %whole = fadd float %x, %y
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %whole, ptr addrspace(1) %to
  ret void
}

; Not where there are as many ends as records that are read,
; CHECK-LABEL: define internal i32 @summed_twice.region.0.unmasked(
; CHECK: load <16 x float>
; CHECK-NEXT: shufflevector <16 x float> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 4,
; CHECK: load <16 x float>
; CHECK-NEXT: shufflevector <16 x float> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 4,
; CHECK: fsub <8 x float>
; CHECK: ret i32 0
define void @summed_twice(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out) convergent "weft-kernel"="summed_twice" {
  %id = call i64 @__weft_local_id_x()
  %at.p = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %id
  %a = load <2 x float>, ptr addrspace(1) %at.p
  %at.q = getelementptr <2 x float>, ptr addrspace(1) %q, i64 %id
  %b = load <2 x float>, ptr addrspace(1) %at.q
  %difference = fsub <2 x float> %a, %b
  %product = fmul <2 x float> %a, %b
  %x = extractelement <2 x float> %difference, i64 0
  %y = extractelement <2 x float> %difference, i64 1
  %z = extractelement <2 x float> %product, i64 0
  %w = extractelement <2 x float> %product, i64 1
  %one = fadd float %x, %y
  %other = fadd float %z, %w
  %both = fmul float %one, %other
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %both, ptr addrspace(1) %to
  ret void
}

; and not where a component is used before the others are there.
; CHECK-LABEL: define internal i32 @used_early.region.0.unmasked(
; CHECK: load <16 x float>
; CHECK-NEXT: shufflevector <16 x float> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 4,
; CHECK: fcmp
; CHECK: ret i32 0
define void @used_early(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out) convergent "weft-kernel"="used_early" {
  %id = call i64 @__weft_local_id_x()
  %at.p = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %id
  %a = load <2 x float>, ptr addrspace(1) %at.p
  %at.q = getelementptr <2 x float>, ptr addrspace(1) %q, i64 %id
  %b = load <2 x float>, ptr addrspace(1) %at.q
  %a.x = extractelement <2 x float> %a, i64 0
  %a.y = extractelement <2 x float> %a, i64 1
  %b.x = extractelement <2 x float> %b, i64 0
  %b.y = extractelement <2 x float> %b, i64 1
  %x = fmul float %a.x, %b.x
  %isSmall = fcmp olt float %x, 1.0
  %y = fmul float %a.y, %b.y
  %chosen = select i1 %isSmall, float %y, float 2.0
  %whole = fadd float %x, %chosen
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %whole, ptr addrspace(1) %to
  ret void
}
