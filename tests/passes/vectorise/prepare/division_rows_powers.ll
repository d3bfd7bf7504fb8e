; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions,weft-index-set-splitting %s 2>&1 | FileCheck %s

declare i64 @__weft_local_id_x() memory(none)

; A shift is a division. A mask is the remainder of one, if there is a quotient by the same number.
; CHECK-LABEL: define internal i32 @powers.region.0(
; CHECK: lshr i64 %{{.*}}, 5, !weft.lanes.apart
; CHECK: and i32 %i, 31, !weft.lanes.apart
; CHECK: %ring = and i64 %{{[0-9]+}}, 63{{$}}
; CHECK-LABEL: @powers.region.0.bounds(
; CHECK: %row = udiv i64
; CHECK-LABEL: define internal i32 @powers.region.0.interior(
; CHECK-SAME: , i64 %[[ROW:[0-9a-z]+]], i32 %[[OTHER:[0-9a-z]+]])
; CHECK: %[[START:.*]] = mul nuw i32 %[[OTHER]], 32
; CHECK-NEXT: %[[COLUMN:.*]] = sub nuw i32 %i, %[[START]]
; CHECK: %ring = and i64
; CHECK: store i32 %[[COLUMN]]
; CHECK: store i64 %[[ROW]]
; CHECK: }
; CHECK-NOT: @no.rows.region.0.bounds
define void @powers(ptr addrspace(1) %out) convergent "weft-kernel"="powers" {
  %id = call i64 @__weft_local_id_x()
  %i = trunc i64 %id to i32
  %row = lshr i64 %id, 5
  %column = and i32 %i, 31
  %ring = and i64 %id, 63
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %ring
  store i32 %column, ptr addrspace(1) %to
  store i64 %row, ptr addrspace(1) %out
  ret void
}

define void @no.rows(ptr addrspace(1) %out) convergent "weft-kernel"="no.rows" {
  %id = call i64 @__weft_local_id_x()
  %quarter = lshr i64 %id, 2
  %ring = and i64 %id, 63
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %ring
  store i64 %quarter, ptr addrspace(1) %to
  ret void
}
