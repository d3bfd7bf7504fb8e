; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-adjacent-accesses %s 2>&1 | FileCheck %s

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

; Members of several types of one size are integers in the vector, and so is a vector of that size.
; CHECK-LABEL: define float @members(
; CHECK: %[[ALL:.*]] = load <3 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: %[[FIRST:.*]] = extractelement <3 x i32> %[[ALL]], i64 0
; CHECK: bitcast i32 %[[FIRST]] to float
; CHECK: extractelement <3 x i32> %[[ALL]], i64 1
; CHECK: %[[LAST:.*]] = extractelement <3 x i32> %[[ALL]], i64 2
; CHECK: bitcast i32 %[[LAST]] to <4 x i8>
; CHECK: ret float
define float @members(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
  %at = getelementptr [4 x i32], ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %at, align 4
  %second = getelementptr i8, ptr addrspace(1) %at, i64 4
  %y = load i32, ptr addrspace(1) %second, align 4
  %third = getelementptr i8, ptr addrspace(1) %at, i64 8
  %z = load <4 x i8>, ptr addrspace(1) %third, align 4
  %real = sitofp i32 %y to float
  %component = extractelement <4 x i8> %z, i32 2
  %colour = uitofp i8 %component to float
  %part = fadd float %x, %real
  %sum = fadd float %part, %colour
  ret float %sum
}

; CHECK-LABEL: define void @written(
; CHECK: %[[BITS:.*]] = bitcast float %x to i32
; CHECK: %[[ONE:.*]] = insertelement <2 x i32> poison, i32 %[[BITS]], i64 0
; CHECK: %[[BOTH:.*]] = insertelement <2 x i32> %[[ONE]], i32 %y, i64 1
; CHECK: store <2 x i32> %[[BOTH]], ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: ret void
define void @written(i64 "weft-lane-parameter" %id, ptr addrspace(1) %out, float %x, i32 %y) {
  %at = getelementptr [2 x i32], ptr addrspace(1) %out, i64 %id
  store float %x, ptr addrspace(1) %at, align 4
  %second = getelementptr i8, ptr addrspace(1) %at, i64 4
  store i32 %y, ptr addrspace(1) %second, align 4
  ret void
}

; What is loaded only to be stored is one word.
; CHECK-LABEL: define void @moves(
; CHECK: %[[WORD:.*]] = load i32, ptr addrspace(1) %from, align 4
; CHECK: store i32 %[[WORD]], ptr addrspace(1) %to, align 4
; CHECK: ret void
define void @moves(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %from = getelementptr <2 x i16>, ptr addrspace(1) %in, i64 %id
  %value = load <2 x i16>, ptr addrspace(1) %from, align 4
  %to = getelementptr <2 x i16>, ptr addrspace(1) %out, i64 %id
  store <2 x i16> %value, ptr addrspace(1) %to, align 4
  ret void
}

; Whole vectors side by side stay what they are.
; CHECK-LABEL: define <4 x i8> @window(
; CHECK-NOT: i32>
; CHECK: ret <4 x i8>
define <4 x i8> @window(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
  %at = getelementptr <4 x i8>, ptr addrspace(1) %in, i64 %id
  %value = load <4 x i8>, ptr addrspace(1) %at, align 4
  %next = getelementptr i8, ptr addrspace(1) %at, i64 4
  %other = load <4 x i8>, ptr addrspace(1) %next, align 4
  %sum = add <4 x i8> %value, %other
  ret <4 x i8> %sum
}

; Private arrays are no part of named memory: copies between both merge, in either direction.
; CHECK-LABEL: define void @copies(
; CHECK: load <2 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: store <2 x float> %{{.*}}, ptr %{{[0-9]+}}, align 4
; CHECK: load float, ptr %chosen
; CHECK-NOT: store float
; CHECK: load float, ptr %array
; CHECK: store <2 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; CHECK: ret void
define void @copies(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in, i64 %choice) {
  %array = alloca [2 x float], align 4
  %second = getelementptr i8, ptr %array, i64 4
  %at = getelementptr [2 x float], ptr addrspace(1) %in, i64 %id
  %next = getelementptr i8, ptr addrspace(1) %at, i64 4
  %x = load float, ptr addrspace(1) %at, align 4
  store float %x, ptr %array, align 4
  %y = load float, ptr addrspace(1) %next, align 4
  store float %y, ptr %second, align 4
  %chosen = getelementptr float, ptr %array, i64 %choice
  %z = load float, ptr %chosen, align 4
  store float %z, ptr addrspace(1) %at, align 4
  %first = load float, ptr %array, align 4
  store float %first, ptr addrspace(1) %next, align 4
  ret void
}

; A pointer of no named space may lead anywhere.
; CHECK-LABEL: define float @anywhere(
; CHECK-NOT: <2 x float>
; CHECK: ret float
define float @anywhere(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in, ptr %other) {
  %at = getelementptr [2 x float], ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %at, align 4
  store float 0.0, ptr %other, align 4
  %next = getelementptr i8, ptr addrspace(1) %at, i64 4
  %y = load float, ptr addrspace(1) %next, align 4
  %sum = fadd float %x, %y
  ret float %sum
}
