; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-retarget,weft-sub-group-sizes %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=sapphirerapids -passes=weft-retarget,weft-sub-group-sizes %s 2>&1 | FileCheck %s --check-prefix=WIDE

; A sub-group has as many work-items as a vector has numbers of 32 bits, or as many as the kernel
; requires. Kernels use sub-groups also through functions.
target triple = "spir64-unknown-unknown"

declare spir_func i32 @__weft_sub_group_lane() memory(none)
declare spir_func i64 @__weft_sub_group_ballot(i32) memory(none) convergent

define spir_func i64 @votes(i32 %vote) convergent {
  %all = call spir_func i64 @__weft_sub_group_ballot(i32 %vote) convergent
  ret i64 %all
}

; CHECK: define void @plain({{.*}}) [[PLAIN:#[0-9]+]]
; CHECK: define void @direct({{.*}}) [[USES:#[0-9]+]]
; CHECK: define void @indirect({{.*}}) [[CONVERGENT:#[0-9]+]]
; CHECK: define void @required() [[REQUIRED:#[0-9]+]]
; CHECK: attributes [[PLAIN]] = {
; CHECK-NOT: weft-uses-sub-groups
; CHECK-SAME: "weft-sub-group-size"="8"
; CHECK-NOT: weft-uses-sub-groups
; CHECK: attributes [[USES]] = { {{.*}}"weft-sub-group-size"="8"{{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[CONVERGENT]] = { convergent {{.*}}"weft-uses-sub-groups"
; CHECK: attributes [[REQUIRED]] = { {{.*}}"weft-sub-group-size"="32"{{.*}}"weft-uses-sub-groups"
; WIDE: "weft-sub-group-size"="16"
define spir_kernel void @plain(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @direct(ptr addrspace(1) %out) {
  %lane = call spir_func i32 @__weft_sub_group_lane()
  store i32 %lane, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @indirect(ptr addrspace(1) %out) convergent {
  %votes = call spir_func i64 @votes(i32 1) convergent
  store i64 %votes, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @required() !intel_reqd_sub_group_size !0 {
  ret void
}

!0 = !{i32 32}
