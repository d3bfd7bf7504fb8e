; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

; An expression of ids and of what the group shares is computed again as well: the counter of the loop
; lives on for it. What depends on data keeps a byte for each work-item.
; CHECK-LABEL: define internal i32 @triangle.region.1(
; CHECK-SAME: , i32 %[[COUNT:[0-9]+]]){{.*}} {
; CHECK: %[[X:.*]] = trunc i64 %{{.*}} to i32
; CHECK-DAG: icmp sle i32 %[[X]], %[[COUNT]]
; CHECK-DAG: %[[BYTE:.*]] = load i8, ptr %{{.*}}, align 1
; CHECK-DAG: trunc i8 %[[BYTE]] to i1
; CHECK-NOT: load i1
; CHECK: ret i32 2
define void @triangle(ptr addrspace(1) %in, i32 %n) convergent "weft-kernel"="triangle" {
entry:
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %own = load i32, ptr addrspace(1) %at
  %is.odd = icmp slt i32 %own, 0
  br label %loop

loop:
  %count = phi i32 [ %n, %entry ], [ %less, %next ]
  %inside = icmp sle i32 %x, %count
  %v = load i32, ptr addrspace(1) %at
  call void @__weft_barrier()
  %both = and i1 %inside, %is.odd
  br i1 %both, label %then, label %next

then:
  store i32 %v, ptr addrspace(1) %at
  br label %next

next:
  call void @__weft_barrier()
  %less = sub i32 %count, 1
  %goes.on = icmp ne i32 %less, 0
  br i1 %goes.on, label %loop, label %end

end:
  ret void
}

; What takes too much to compute again keeps a uniform value, which lives on from its own definition, also
; where what needs it does not live yet.
; CHECK-LABEL: define internal i32 @kept.region.0(
; CHECK: %[[FIELD:.*]] = getelementptr {{.*}} { i64 }, ptr %{{.*}}, i32 0, i32 0
; CHECK: store i64 %u9, ptr %[[FIELD]]
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @kept.region.1(
; CHECK-SAME: , i64 %[[KEPT:[0-9]+]]){{.*}} {
; CHECK: xor i64 %{{.*}}, %[[KEPT]]
; CHECK-LABEL: define internal i32 @kept.region.2(
; CHECK-SAME: , i64 %[[KEPT:[0-9]+]]){{.*}} {
; CHECK: xor i64 %{{.*}}, %[[KEPT]]
define void @kept(ptr addrspace(1) %in, i64 %n) convergent "weft-kernel"="kept" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i64, ptr addrspace(1) %in, i64 %id
  %u1 = mul i64 %n, %n
  %u2 = xor i64 %u1, 1
  %u3 = mul i64 %u2, %n
  %u4 = xor i64 %u3, 2
  %u5 = mul i64 %u4, %n
  %u6 = xor i64 %u5, 3
  %u7 = mul i64 %u6, %n
  %u8 = xor i64 %u7, 4
  %u9 = mul i64 %u8, %n
  %v1 = xor i64 %id, %u9
  call void @__weft_barrier()
  %v2 = xor i64 %v1, 1
  %v3 = xor i64 %v2, %n
  %v4 = xor i64 %v3, 2
  %v5 = xor i64 %v4, %n
  %v6 = xor i64 %v5, 3
  %v7 = xor i64 %v6, %n
  store i64 %v7, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i64 %v7, ptr addrspace(1) %at
  ret void
}
