; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-kernel-arguments,weft-regions,weft-index-set-splitting %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,print<weft-plan><vectorise=auto>' %s -o /dev/null 2>&1 | FileCheck --check-prefix=PLAN %s

; A division of ids makes rows. The bounds function tells where the row of a work-item begins and
; ends, and its quotient, which the interior gets. There the remainder is the id less a number.
declare i64 @__weft_local_id_x() memory(none)

; PLAN-LABEL: plan of 'rows.region.0':
; PLAN-NEXT: bounds of each row: @rows.region.0.bounds
; PLAN-NEXT: outside: @rows.region.0.predicated, 8 lanes
; PLAN: interior: @rows.region.0.unmasked, 8 lanes
; PLAN-NEXT: remainder: @rows.region.0.predicated, 8 lanes

; CHECK-LABEL: define internal i32 @rows.region.0(
; CHECK: srem i32 %i, %n, !weft.lanes.apart
; CHECK: sdiv i32 %i, %n, !weft.lanes.apart
; CHECK-LABEL: define internal { i64, i64, i64, i64, i64, i32 } @rows.region.0.bounds(
; CHECK: %[[VF:.*]] = call i64 @__weft_vf()
; CHECK: icmp sge i64 %{{.*}}, %[[VF]]
; CHECK: %[[SAFE:.*]] = call i32 @llvm.umax.i32(i32 %{{.*}}, i32 1)
; CHECK: %row{{.*}} = udiv i32 %{{.*}}, %[[SAFE]]
; CHECK-LABEL: define internal i32 @rows.region.0.interior(
; CHECK-SAME: , i32 %[[ROW:[0-9a-z]+]])
; CHECK-NOT: div
; CHECK: %[[START:.*]] = mul nuw nsw i32 %[[ROW]], %n
; CHECK-NEXT: %[[COLUMN:.*]] = sub nuw nsw i32 %i, %[[START]]
; CHECK: store i32 %[[COLUMN]]
; CHECK: }
define void @rows(i32 %n, ptr addrspace(1) %out) convergent "weft-kernel"="rows" {
entry:
  %id = call i64 @__weft_local_id_x()
  %i = trunc i64 %id to i32
  %column = srem i32 %i, %n
  %row = sdiv i32 %i, %n
  %start = mul nsw i32 %row, %n
  %place = add nsw i32 %start, %column
  %wide = sext i32 %place to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %column, ptr addrspace(1) %to
  ret void
}

; Comparisons of columns have bounds in each row; those of rows are the same for all lanes.
; CHECK-LABEL: define internal i32 @border.region.0.interior(
; CHECK: br i1 %inside.row,
; CHECK-NOT: br i1
; CHECK: store i64
; CHECK: }
define void @border(i64 %n, ptr addrspace(1) %out) convergent "weft-kernel"="border" {
entry:
  %id = call i64 @__weft_local_id_x()
  %column = urem i64 %id, %n
  %row = udiv i64 %id, %n
  %inside.row = icmp ugt i64 %row, 0
  br i1 %inside.row, label %in.row, label %end
in.row:
  %last = sub i64 %n, 1
  %inside.column = icmp ult i64 %column, %last
  br i1 %inside.column, label %work, label %end
work:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %column, ptr addrspace(1) %to
  br label %end
end:
  ret void
}

; A select for divisors that are 0 or -1 takes the quotient in the interior, as no row is that short;
; one that no division dominates stays.
; CHECK-LABEL: define internal i32 @guarded.region.0.interior(
; CHECK: %other = select i1 %is.zero, i64 7, i64 %
; CHECK-NOT: store i64 %other
; CHECK: }
define void @guarded(i64 %n, ptr addrspace(1) %out) convergent "weft-kernel"="guarded" {
entry:
  %id = call i64 @__weft_local_id_x()
  %is.zero = icmp eq i64 %n, 0
  %other = select i1 %is.zero, i64 7, i64 %id
  %safe = call i64 @llvm.umax.i64(i64 %n, i64 1)
  %column = urem i64 %id, %safe
  %result = select i1 %is.zero, i64 %other, i64 %column
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %result, ptr addrspace(1) %to
  ret void
}
declare i64 @llvm.umax.i64(i64, i64)

; Nothing for dividends that do not grow by one from lane to lane, and for short rows.
; CHECK-NOT: @apart.region.0.bounds
; CHECK-NOT: @short.region.0.bounds
define void @apart(i64 %n, ptr addrspace(1) %out) convergent "weft-kernel"="apart" {
  %id = call i64 @__weft_local_id_x()
  %twice = mul i64 %id, 2
  %x = urem i64 %twice, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %to
  ret void
}

define void @short(ptr addrspace(1) %out) convergent "weft-kernel"="short" {
  %id = call i64 @__weft_local_id_x()
  %x = urem i64 %id, 3
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %to
  ret void
}
