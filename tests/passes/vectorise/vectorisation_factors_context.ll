; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=64>' %s 2>&1 | FileCheck %s

; A block of the context array has room for the widest gangs: what a wide one keeps for the next region are
; neighbours there.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier(i32) convergent

; CHECK: remark: {{.*}}keeps.region.0: vectorised, VF 16, 64 for wide gangs
; CHECK-LABEL: define internal i32 @keeps.region.0.wide(
; CHECK: fmul <64 x float>
; CHECK: store <64 x float> %{{.*}}, ptr %{{.*}}
; CHECK-LABEL: define internal void @kernel_keeps(
; CHECK: mul nuw nsw i64 %block.index, 64
; CHECK: lane.wide:
; CHECK: call i32 @keeps.region.0.wide(
define void @keeps(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="keeps" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %more, %loop ]
  %more = fmul float %x, %v
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  call void @__weft_barrier(i32 1)
  store float %more, ptr addrspace(1) %at
  ret void
}
