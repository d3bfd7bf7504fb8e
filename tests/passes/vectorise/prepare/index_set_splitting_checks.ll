; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions,weft-index-set-splitting %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck --check-prefix=GANG %s

; Checks of accesses hold in the whole group, or it has no interior: in that nothing remains of them.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
declare i1 @__weft_all_lanes(i1) nounwind willreturn memory(none)
declare void @report(i64)

; The offset of the last work-item is compared with the size. A row does not matter here.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @item.region.0.bounds(
; CHECK: %[[LOW:.*]] = call i64 @llvm.sadd.sat.i64(
; CHECK: %[[HIGH:.*]] = call i64 @llvm.sadd.sat.i64(
; CHECK: %[[END:.*]] = call i64 @llvm.umin.i64(i64 %2,
; CHECK-DAG: icmp sge i64 %[[LOW]], 0
; CHECK-DAG: icmp slt i64 %[[HIGH]], %[[END]]
; CHECK: %[[LAST:.*]] = select i1 %{{.*}}, i64 %{{.*}}, i64 0
; CHECK: insertvalue { i64, i64, i64, i64 } { i64 0, {{.*}} }, i64 %[[LAST]], 1
; CHECK-LABEL: define internal i32 @item.region.0.interior(
; CHECK-NOT: __weft_all_lanes
; CHECK-NOT: @report
; CHECK: ret i32 0
; GANG-LABEL: define internal i32 @item.region.0.unmasked(
; GANG-NOT: br i1
; GANG: store <4 x float>
; GANG: ret i32 0
define void @item(ptr addrspace(1) %data, i64 %n, i64 %size) "weft-kernel"="item" {
  %id = call i64 @__weft_local_id_x()
  %at = add i64 %id, %n
  %offset = shl i64 %at, 2
  %inside = icmp ult i64 %offset, %size
  %all = call i1 @__weft_all_lanes(i1 %inside)
  br i1 %all, label %hot, label %cold
hot:
  %p = getelementptr i8, ptr addrspace(1) %data, i64 %offset
  store float 1.0, ptr addrspace(1) %p
  br label %end
cold:
  br i1 %inside, label %end, label %bad
bad:
  call void @report(i64 %offset)
  br label %end
end:
  ret void
}

; The counter of a loop is less than its limit where the loop goes on, and its product with a uniform
; value lies between two. One of 32 bits must not wrap.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @rounds.region.0.bounds(
; CHECK: %[[LAST:.*]] = add i64 %{{.*}}, -1
; CHECK: call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %[[LAST]],
; CHECK: call i64 @llvm.umin.i64(i64 4294967296, i64 4611686018427387904)
; CHECK-LABEL: define internal i32 @rounds.region.0.interior(
; CHECK-NOT: __weft_all_lanes
; CHECK: ret i32 0
define void @rounds(ptr addrspace(1) %data, i32 %n, i32 %pitch, i64 %size) "weft-kernel"="rounds" {
entry:
  %id = call i64 @__weft_local_id_x()
  br label %test
test:
  %k = phi i32 [ 0, %entry ], [ %next, %join ]
  %more = icmp ult i32 %k, %n
  br i1 %more, label %body, label %end
body:
  %row = mul i32 %k, %pitch
  %wide = zext i32 %row to i64
  %at = add i64 %wide, %id
  %offset = shl i64 %at, 2
  %inside = icmp ult i64 %offset, %size
  %all = call i1 @__weft_all_lanes(i1 %inside)
  br i1 %all, label %hot, label %cold
hot:
  %p = getelementptr i8, ptr addrspace(1) %data, i64 %offset
  store float 1.0, ptr addrspace(1) %p
  br label %join
cold:
  call void @report(i64 %offset)
  br label %join
join:
  %next = add i32 %k, 1
  br label %test
end:
  ret void
}

; A guard narrows the ids of the work-items that come to the check, also those of other dimensions.
; Nothing in the bounds depends on the row.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @guarded.region.0.bounds(
; CHECK: %[[HIGH:.*]] = sub i64 %9, 1
; CHECK: %[[ROWS:.*]] = call i64 @llvm.umin.i64(i64 %1,
; CHECK: %[[BELOW:.*]] = call i64 @llvm.smin.i64(i64 %[[HIGH]], i64 %
; CHECK: mul i64 %[[BELOW]], 1024
; CHECK-LABEL: define internal i32 @guarded.region.0.interior(
; CHECK-NOT: __weft_all_lanes
; CHECK: ret i32 0
define void @guarded(ptr addrspace(1) %data, i64 %rows, i64 %size) "weft-kernel"="guarded" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %some = icmp ult i64 %y, %rows
  br i1 %some, label %work, label %end
work:
  %row = shl i64 %y, 8
  %at = add i64 %row, %x
  %offset = shl i64 %at, 2
  %inside = icmp ult i64 %offset, %size
  %all = call i1 @__weft_all_lanes(i1 %inside)
  br i1 %all, label %hot, label %cold
hot:
  %p = getelementptr i8, ptr addrspace(1) %data, i64 %offset
  store float 1.0, ptr addrspace(1) %p
  br label %end
cold:
  call void @report(i64 %offset)
  br label %end
end:
  ret void
}

; What is loaded has no range. The other part of the check is a constant nevertheless.
; CHECK-LABEL: define internal i32 @gather.region.0.interior(
; CHECK: %[[BOTH:.*]] = and i1 true, %second
; CHECK: call i1 @__weft_all_lanes(i1 %[[BOTH]])
define void @gather(ptr addrspace(1) %data, ptr addrspace(1) %index, i64 %size) "weft-kernel"="gather" {
  %id = call i64 @__weft_local_id_x()
  %p = getelementptr i64, ptr addrspace(1) %index, i64 %id
  %loaded = load i64, ptr addrspace(1) %p
  %first = icmp ult i64 %id, %size
  %second = icmp ult i64 %loaded, %size
  %both = and i1 %first, %second
  %all = call i1 @__weft_all_lanes(i1 %both)
  br i1 %all, label %hot, label %cold
hot:
  %q = getelementptr i8, ptr addrspace(1) %data, i64 %loaded
  store i8 1, ptr addrspace(1) %q
  br label %end
cold:
  call void @report(i64 %loaded)
  br label %end
end:
  ret void
}
