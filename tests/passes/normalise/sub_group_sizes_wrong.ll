; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: not weft-opt -cpu=x86-64-v3 -passes=weft-retarget,weft-sub-group-sizes %s 2>&1 | FileCheck %s

; CHECK: kernel 'wrong' requires sub-groups of 12 work-items; sizes are 8, 16, 32 and 64
target triple = "spir64-unknown-unknown"

define spir_kernel void @wrong() !intel_reqd_sub_group_size !0 {
  ret void
}

!0 = !{i32 12}
