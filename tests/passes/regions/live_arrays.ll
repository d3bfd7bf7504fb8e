; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

; An array that lives across a barrier lies in a block of the context array with the lanes' copies of
; an element side by side: 256 bytes from element to element, 4 from lane to lane. Its addresses do not
; survive: each access computes its own, from an index that does. A fill becomes stores.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @keeps(ptr)

; CHECK-LABEL: define internal i32 @k.region.0(
; CHECK: %[[LANE:.*]] = mul i64 %{{.*}}, 4
; CHECK-COUNT-4: store i32 0, ptr %{{.*}}, align 4
; CHECK: %[[OFFSET:.*]] = mul i64 %{{.*}}, 64
; CHECK-NEXT: %[[PLACE:.*]] = add i64 %[[OFFSET]], %[[LANE]]
; CHECK-NEXT: %[[ADDRESS:.*]] = getelementptr i8, ptr %{{.*}}, i64 %[[PLACE]]
; CHECK-NEXT: store i32 7, ptr %[[ADDRESS]], align 4
; CHECK-NOT: store ptr
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @k.region.1(
; CHECK-NOT: load ptr
; CHECK: %[[LATER:.*]] = mul i64 %{{.*}}, 64
; CHECK-NEXT: add i64 %[[LATER]], %
; CHECK: load i32, ptr %{{.*}}, align 4
; CHECK: ret i32 0
define void @k(ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="k" {
  %array = alloca [4 x i32], align 4
  %id = call i64 @__weft_local_id_x()
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 16, i1 false)
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %index = load i32, ptr addrspace(1) %at
  %element = getelementptr [4 x i32], ptr %array, i32 0, i32 %index
  store i32 7, ptr %element
  call void @__weft_barrier()
  %value = load i32, ptr %element
  store i32 %value, ptr addrspace(1) %at
  ret void
}

; One whose address escapes stays as it is, in the work-item's slot.
; CHECK-LABEL: define internal i32 @escaping.region.0(
; CHECK: %[[ARRAY:.*]] = getelementptr inbounds [16 x i8], ptr %
; CHECK: call void @keeps(ptr %[[ARRAY]])
define void @escaping(ptr addrspace(1) %out) convergent "weft-kernel"="escaping" {
  %array = alloca [4 x i32], align 4
  %id = call i64 @__weft_local_id_x()
  call void @keeps(ptr %array)
  call void @__weft_barrier()
  %value = load i32, ptr %array
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %value, ptr addrspace(1) %at
  ret void
}
