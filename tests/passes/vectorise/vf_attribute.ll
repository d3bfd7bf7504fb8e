; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=auto>' %s 2>&1 | FileCheck %s

; A kernel's attribute fixes the VF of all its regions, also where the estimate would keep one scalar.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent

; CHECK-DAG: remark: {{.*}}fixed.region.0: vectorised, VF 4{{ *$}}
; CHECK-DAG: remark: {{.*}}fixed.region.1: vectorised, VF 4{{ *$}}
; CHECK-DAG: remark: {{.*}}free.region.0: vectorised, VF 8
; CHECK-DAG: define internal i32 @fixed.region.0.predicated({{.*}}<4 x i1>
; CHECK-DAG: define internal i32 @fixed.region.1.predicated({{.*}}<4 x i1>
define void @fixed(ptr addrspace(1) %data, ptr addrspace(3) %tile) convergent "weft-kernel"="fixed" "weft-vf"="4" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %own = getelementptr float, ptr addrspace(3) %tile, i64 %id
  store float %v, ptr addrspace(3) %own
  call void @__weft_barrier()
  %far = mul i64 %id, 4097
  %there = getelementptr float, ptr addrspace(3) %tile, i64 %far
  %w = load float, ptr addrspace(3) %there
  %out = getelementptr float, ptr addrspace(1) %data, i64 %far
  store float %w, ptr addrspace(1) %out
  ret void
}

define void @free(ptr addrspace(1) %data) convergent "weft-kernel"="free" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  ret void
}
