; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8;without=linear-gangs>' %s 2>&1 | FileCheck %s --check-prefix=ROWS

; In work-groups of 4 x 64 work-items, gangs of 8 lanes are two rows of four.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
declare i64 @__weft_local_id_z() memory(none)
declare i64 @__weft_local_size_x() memory(none)
declare void @__weft_barrier() convergent

; What lies side by side in each row is one load or store for a row. Backwards, a shuffle turns the
; rows. What a row shares is read once for it.
; CHECK-LABEL: define internal i32 @rows.region.0.unmasked(
; CHECK: load <4 x float>, ptr addrspace(1)
; CHECK: load <4 x float>, ptr addrspace(1)
; CHECK: shufflevector {{.*}} <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: load <1 x float>, ptr addrspace(1)
; CHECK: load <1 x float>, ptr addrspace(1)
; CHECK: shufflevector {{.*}} <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: fadd <8 x float>
; CHECK: shufflevector {{.*}} <8 x i32> <i32 3, i32 2, i32 1, i32 0, i32 7, i32 6, i32 5, i32 4>
; CHECK: store <4 x float> {{.*}}, ptr addrspace(3)
; CHECK: store <4 x float> {{.*}}, ptr addrspace(3)
; CHECK: ret i32 1
; ROWS-LABEL: define internal i32 @rows.region.0.unmasked(
; ROWS: load <8 x float>, ptr addrspace(1)
define void @rows(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(3) %tile, i64 %n) convergent "weft-kernel"="rows" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %at
  %shared.at = getelementptr float, ptr addrspace(1) %in, i64 %row
  %shared = load float, ptr addrspace(1) %shared.at
  %sum = fadd float %v, %shared
  %start = mul i64 %y, 4
  %end = sub i64 3, %x
  %there = add i64 %start, %end
  %tile.at = getelementptr float, ptr addrspace(3) %tile, i64 %there
  store float %sum, ptr addrspace(3) %tile.at
  call void @__weft_barrier()
  %back = load float, ptr addrspace(3) %tile.at
  %out.at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %back, ptr addrspace(1) %out.at
  ret void
}

; Rows that lie one behind the other are one access.
; CHECK-LABEL: define internal i32 @tile.region.0.unmasked(
; CHECK: store <8 x float> {{.*}}, ptr addrspace(3)
; CHECK: ret i32 1
define void @tile(ptr addrspace(3) %tile, float %value) convergent "weft-kernel"="tile" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %start = mul i64 %y, 4
  %i = add i64 %start, %x
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %i
  store float %value, ptr addrspace(3) %at
  call void @__weft_barrier()
  %other = sub i64 255, %i
  %from = getelementptr float, ptr addrspace(3) %tile, i64 %other
  %v = load float, ptr addrspace(3) %from
  store float %v, ptr addrspace(3) %at
  ret void
}

; The ids of the lanes: constants in the first dimension, and lane 0's and one more in the second.
; CHECK-LABEL: define internal i32 @ids.region.1.unmasked(
; CHECK: add nuw nsw <8 x i64> {{.*}}, <i64 0, i64 0, i64 0, i64 0, i64 1, i64 1, i64 1, i64 1>
; CHECK: mul <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 0, i64 1, i64 2, i64 3>
; CHECK: ret i32 0
define void @ids(ptr addrspace(1) %out, i64 %n) convergent "weft-kernel"="ids" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %product = mul i64 %x, %y
  call void @__weft_barrier()
  %i = add i64 %product, %n
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %product, ptr addrspace(1) %at
  ret void
}

; Planes of 4 x 3 work-items: gangs begin anywhere in a plane, and may lie in two of them.
; CHECK-LABEL: define internal i32 @planes.region.1.unmasked(
; CHECK: urem <8 x i32> {{.*}}, splat (i32 3)
; CHECK: udiv <8 x i32> {{.*}}, splat (i32 3)
; CHECK: ret i32 0
define void @planes(ptr addrspace(1) %out, i64 %n) convergent "weft-kernel"="planes" !reqd_work_group_size !1 {
  %y = call i64 @__weft_local_id_y()
  %z = call i64 @__weft_local_id_z()
  %product = mul i64 %z, %y
  call void @__weft_barrier()
  %i = add i64 %product, %n
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %product, ptr addrspace(1) %at
  ret void
}

; The size of a whole group is known, and so are the ranges of its ids: an index of 32 bits wraps in
; no lane, and rows lie one behind the other.
; CHECK-LABEL: define internal i32 @narrow.region.0.unmasked(
; CHECK-NOT: br i1
; CHECK: store <8 x float> {{.*}}, ptr addrspace(3)
; CHECK: ret i32 1
define void @narrow(ptr addrspace(3) %tile, float %value) convergent "weft-kernel"="narrow" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %width = call i64 @__weft_local_size_x()
  %start = mul i64 %y, %width
  %i = add i64 %start, %x
  %high = shl i64 %i, 32
  %bytes = ashr exact i64 %high, 30
  %at = getelementptr i8, ptr addrspace(3) %tile, i64 %bytes
  store float %value, ptr addrspace(3) %at
  call void @__weft_barrier()
  %other = sub i64 255, %i
  %from = getelementptr float, ptr addrspace(3) %tile, i64 %other
  %v = load float, ptr addrspace(3) %from
  store float %v, ptr addrspace(3) %at
  ret void
}

; A guard on rows has one outcome for the work-items of some rows, which follow each other.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @upper.region.0.bounds(
; CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 64)
; CHECK: mul nuw i64 %{{.*}}, 4
; CHECK: ret { i64, i64, i64, i64 }
; CHECK-LABEL: define internal i32 @upper.region.0.unmasked(
; CHECK-NOT: <8 x i1>
; CHECK: store <8 x float> {{.*}}, ptr addrspace(3)
; CHECK: ret i32 1
define void @upper(ptr addrspace(3) %tile, float %value, i64 %rows) convergent "weft-kernel"="upper" !reqd_work_group_size !0 {
entry:
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %start = mul i64 %y, 4
  %i = add i64 %start, %x
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %in = icmp ult i64 %y, %rows
  br i1 %in, label %work, label %end
work:
  store float %value, ptr addrspace(3) %at
  br label %end
end:
  call void @__weft_barrier()
  %other = sub i64 255, %i
  %from = getelementptr float, ptr addrspace(3) %tile, i64 %other
  %v = load float, ptr addrspace(3) %from
  store float %v, ptr addrspace(3) %at
  ret void
}

!0 = !{i32 4, i32 64, i32 1}
!1 = !{i32 4, i32 3, i32 8}
