; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=off>' %s 2>&1 | FileCheck %s

; With vectorisation off there are no vector versions, and no gangs in the loops.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-NOT: .unmasked
; CHECK-NOT: <{{[0-9]+}} x float>
; CHECK: define internal i32 @k.region.0(
; CHECK: define internal void @kernel_k(
; CHECK-COUNT-1: call i32 @k.region.0(
; CHECK-NOT: call i32 @k.region.0
define void @k(ptr addrspace(1) %data) convergent "weft-kernel"="k" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  ret void
}
