; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 -passes=weft-adjacent-accesses %s 2>&1 | FileCheck %s

; Loads of neighbours become a load of a vector, unless something between them may write memory.
; CHECK-LABEL: define float @pair(
; CHECK: %[[BOTH:.*]] = load <2 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: %[[X:.*]] = extractelement <2 x float> %[[BOTH]], i64 0
; CHECK: %[[Y:.*]] = extractelement <2 x float> %[[BOTH]], i64 1
; CHECK: fadd float %[[X]], %[[Y]]
define float @pair(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
  %at = getelementptr [2 x float], ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %at, align 4
  %next = getelementptr i8, ptr addrspace(1) %at, i64 4
  %y = load float, ptr addrspace(1) %next, align 4
  %sum = fadd float %x, %y
  ret float %sum
}

; CHECK-LABEL: define float @between(
; CHECK-NOT: <2 x float>
; CHECK: ret float
define float @between(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
  %at = getelementptr [2 x float], ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %at, align 4
  store float 0.0, ptr addrspace(1) %in
  %next = getelementptr i8, ptr addrspace(1) %at, i64 4
  %y = load float, ptr addrspace(1) %next, align 4
  %sum = fadd float %x, %y
  ret float %sum
}
