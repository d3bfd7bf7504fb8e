; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes='weft-retarget,weft-sub-group-sizes,function(weft-fold-sub-group-size)' %s | FileCheck %s

; The size is a constant in kernels; a function that kernels of different sizes call keeps asking.
target triple = "spir64-unknown-unknown"

declare spir_func i32 @__weft_sub_group_max_size() memory(none)

; CHECK-LABEL: define void @usual(
; CHECK-NEXT: store i32 8, ptr
define spir_kernel void @usual(ptr addrspace(1) %out) {
  %size = call spir_func i32 @__weft_sub_group_max_size()
  store i32 %size, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @required(
; CHECK-NEXT: store i32 32, ptr
; CHECK-NEXT: call void @shared(
define spir_kernel void @required(ptr addrspace(1) %out) !intel_reqd_sub_group_size !0 {
  %size = call spir_func i32 @__weft_sub_group_max_size()
  store i32 %size, ptr addrspace(1) %out
  call spir_func void @shared(ptr addrspace(1) %out)
  ret void
}

; CHECK-LABEL: define void @shared(
; CHECK-NEXT: call i32 @__weft_sub_group_max_size()
define spir_func void @shared(ptr addrspace(1) %out) {
  %size = call spir_func i32 @__weft_sub_group_max_size()
  store i32 %size, ptr addrspace(1) %out
  ret void
}

!0 = !{i32 32}
