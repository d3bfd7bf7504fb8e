; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

; Some work-items return while others go on to a barrier: each has a flag in the context array, which keeps
; the finished ones out of region 1. Where all return together there is no flag.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

define void @some(ptr addrspace(1) %out, i64 %n) convergent "weft-kernel"="some" {
  %id = call i64 @__weft_local_id_x()
  %beyond = icmp uge i64 %id, %n
  br i1 %beyond, label %end, label %work
work:
  call void @__weft_barrier()
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

define void @all(ptr addrspace(1) %out, i64 %n) convergent "weft-kernel"="all" {
  %id = call i64 @__weft_local_id_x()
  %none = icmp eq i64 %n, 0
  br i1 %none, label %end, label %work
work:
  call void @__weft_barrier()
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @kernel_some(
; CHECK: call i32 @some.region.0(
; CHECK: store i8 {{.*}}, ptr
; CHECK: load i8, ptr
; CHECK: call i32 @some.region.1(
; CHECK-LABEL: define internal void @kernel_all(
; CHECK: call i32 @all.region.0(
; CHECK-NOT: load i8, ptr
; CHECK: call i32 @all.region.1(
; CHECK: ret void
