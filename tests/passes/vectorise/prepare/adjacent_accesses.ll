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

; A narrow index with a constant, extended: the same place plus the constant, if it does not wrap.
; CHECK-LABEL: define float @narrow(
; CHECK: %[[BOTH:.*]] = load <2 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: fadd float
define float @narrow(i32 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
  %double = shl nsw i32 %id, 1
  %index = sext i32 %double to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index
  %x = load float, ptr addrspace(1) %at, align 4
  %second = or disjoint i32 %double, 1
  %index2 = sext i32 %second to i64
  %next = getelementptr float, ptr addrspace(1) %in, i64 %index2
  %y = load float, ptr addrspace(1) %next, align 4
  %sum = fadd float %x, %y
  ret float %sum
}

; CHECK-LABEL: define float @wraps(
; CHECK-NOT: <2 x float>
; CHECK: ret float
define float @wraps(i32 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
  %index = zext i32 %id to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index
  %x = load float, ptr addrspace(1) %at, align 4
  %second = add nsw i32 %id, 1
  %index2 = zext i32 %second to i64
  %next = getelementptr float, ptr addrspace(1) %in, i64 %index2
  %y = load float, ptr addrspace(1) %next, align 4
  %sum = fadd float %x, %y
  ret float %sum
}
