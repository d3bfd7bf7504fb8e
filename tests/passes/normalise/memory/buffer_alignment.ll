; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-buffer-alignment %s 2>&1 | FileCheck %s

; Accesses to what may be the host program's memory claim at most a scalar's alignment.

; CHECK-LABEL: define void @vectors(ptr addrspace(1) %out, ptr addrspace(3) align 64 %tile)
define void @vectors(ptr addrspace(1) align 64 %out, ptr addrspace(3) align 64 %tile) {
  ; CHECK: load <16 x float>, ptr addrspace(3) %tile, align 64
  ; CHECK: store <16 x float> %v, ptr addrspace(1) %out, align 8
  %v = load <16 x float>, ptr addrspace(3) %tile, align 64
  store <16 x float> %v, ptr addrspace(1) %out, align 64
  ret void
}

; CHECK-LABEL: @scalars
define i32 @scalars(ptr addrspace(4) %p) {
  ; CHECK: load i32, ptr addrspace(4) %p, align 4
  ; CHECK: load atomic i128, ptr addrspace(4) %p monotonic, align 16
  %v = load i32, ptr addrspace(4) %p, align 4
  %a = load atomic i128, ptr addrspace(4) %p monotonic, align 16
  ret i32 %v
}

; CHECK-LABEL: @blocks
define void @blocks(ptr addrspace(1) %d, ptr %s) {
  ; CHECK: call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %d, ptr align 32 %s, i64 64, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 32 %d, ptr align 32 %s, i64 64, i1 false)
  ret void
}
