; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck %s

; Calls that have no vector form: a loop over the active lanes, with operands and results in memory.
declare i64 @__weft_local_id_x() memory(none)
declare <2 x float> @twoOf(float, i1, i32)

; CHECK-LABEL: define internal i32 @calls.region.0.unmasked(
; CHECK: br label %lane.loop
; CHECK: lane.loop:
; CHECK: %[[ACTIVE:.*]] = phi i32 [ 15, %{{.*}} ], [ %{{.*}}, %lane.loop ]
; CHECK: %[[SOME:.*]] = or i32 %[[ACTIVE]], 8
; CHECK: %lane = call i32 @llvm.cttz.i32(i32 %[[SOME]], i1 true)
; CHECK: call <2 x float> @twoOf(float %{{.*}}, i1 %{{.*}}, i32 7)
; CHECK: br i1 %{{.*}}, label %lane.loop.end, label %lane.loop
; CHECK-NOT: @twoOf
; CHECK: ret i32 0
; CHECK-LABEL: define internal i32 @calls.region.0.predicated(
; CHECK: bitcast <4 x i1> %{{.*}} to i4
; CHECK: ret i32 0
define void @calls(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="calls" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %in, i64 %id
  %v = load float, ptr addrspace(1) %at
  %positive = fcmp ogt float %v, 0.0
  %two = call <2 x float> @twoOf(float %v, i1 %positive, i32 7)
  %out.at = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %id
  store <2 x float> %two, ptr addrspace(1) %out.at
  ret void
}
