; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=off>' %s 2>&1 | FileCheck %s

; Single work-items that look up several elements of a table are nothing for LLVM's SLP vectoriser,
; which would make gathers. Where indices are made of ids, they stay its business.
declare i64 @__weft_local_id_x() memory(none)

; CHECK: define internal void @kernel_lookups({{.*}}) #[[LOOKUPS:[0-9]+]]
; CHECK: define internal void @kernel_neighbours({{.*}}) #[[NEIGHBOURS:[0-9]+]]
; CHECK: attributes #[[LOOKUPS]] = { {{.*}}"weft-all-lanes"
; CHECK: attributes #[[NEIGHBOURS]] =
; CHECK-NOT: "weft-all-lanes"
define void @lookups(ptr addrspace(1) %table, ptr addrspace(1) %out) convergent "weft-kernel"="lookups" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %i0 = and i32 %v, 255
  %i1 = lshr i32 %v, 24
  %i2 = and i32 %i1, 15
  %i3 = xor i32 %i0, %i2
  %at0 = getelementptr i32, ptr addrspace(1) %table, i32 %i0
  %at1 = getelementptr i32, ptr addrspace(1) %table, i32 %i1
  %at2 = getelementptr i32, ptr addrspace(1) %table, i32 %i2
  %at3 = getelementptr i32, ptr addrspace(1) %table, i32 %i3
  %v0 = load i32, ptr addrspace(1) %at0
  %v1 = load i32, ptr addrspace(1) %at1
  %v2 = load i32, ptr addrspace(1) %at2
  %v3 = load i32, ptr addrspace(1) %at3
  %s0 = add i32 %v0, %v1
  %s1 = add i32 %v2, %v3
  %s = xor i32 %s0, %s1
  store i32 %s, ptr addrspace(1) %at
  ret void
}

define void @neighbours(ptr addrspace(1) %out) convergent "weft-kernel"="neighbours" {
  %id = call i64 @__weft_local_id_x()
  %at0 = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %at1 = getelementptr i8, ptr addrspace(1) %at0, i64 4
  %at2 = getelementptr i8, ptr addrspace(1) %at0, i64 8
  %at3 = getelementptr i8, ptr addrspace(1) %at0, i64 12
  %v0 = load i32, ptr addrspace(1) %at0
  %v1 = load i32, ptr addrspace(1) %at1
  %v2 = load i32, ptr addrspace(1) %at2
  %v3 = load i32, ptr addrspace(1) %at3
  %s0 = add i32 %v0, %v1
  %s1 = add i32 %v2, %v3
  %s = xor i32 %s0, %s1
  store i32 %s, ptr addrspace(1) %at0
  ret void
}
