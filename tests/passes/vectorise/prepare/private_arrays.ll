; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-private-arrays %s 2>&1 | FileCheck %s

; An array that is accessed in whole elements is laid out for lanes. One whose address escapes is not.
; CHECK-LABEL: define void @whole(
; CHECK: %[[ARRAY:.*]] = alloca [32 x i8], align 64, !weft.lane.array
; CHECK: %[[VF:.*]] = call i64 @__weft_vf()
; CHECK: %[[LANE:.*]] = call i64 @__weft_lane()
; CHECK: %[[OWN:.*]] = mul i64 %[[LANE]], 4
; CHECK: %[[ELEMENT:.*]] = mul i64 %{{.*}}, %[[VF]]
; CHECK: %[[OFFSET:.*]] = add i64 %[[ELEMENT]], %[[OWN]]
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %[[ARRAY]], i64 %[[OFFSET]]
; CHECK: store float 1.000000e+00, ptr %[[AT]]
define void @whole(ptr addrspace(1) %out, i64 %index) {
  %array = alloca [8 x float]
  %at = getelementptr [8 x float], ptr %array, i64 0, i64 %index
  store float 1.0, ptr %at
  %v = load float, ptr %at
  store float %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @escapes(
; CHECK: alloca [8 x float]
; CHECK-NOT: weft
; CHECK: ret void
define void @escapes(ptr addrspace(1) %out, i64 %index) {
  %array = alloca [8 x float]
  %number = ptrtoint ptr %array to i64
  store i64 %number, ptr addrspace(1) %out
  ret void
}
