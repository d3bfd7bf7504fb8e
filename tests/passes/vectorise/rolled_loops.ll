; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=auto>' %s 2>/dev/null | FileCheck %s

; LLVM does not unroll loops for unknown numbers of rounds in versions that run at most one gang of an
; x range: those for what is left over of whole gangs, and, where groups run as one, of wide gangs.
; Nor does it in versions for wide gangs, but for loops over private arrays.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_global_id_x() memory(none)
declare void @__weft_barrier(i32) convergent

; CHECK-LABEL: define internal i32 @joined.region.0.wide(
; CHECK: br label %loop, !llvm.loop ![[ROLLED_WIDE:[0-9]+]]
; CHECK-LABEL: define internal i32 @joined.region.0.unmasked(
; CHECK: br label %loop, !llvm.loop ![[ROLLED_UNMASKED:[0-9]+]]
; CHECK-LABEL: define internal i32 @joined.region.0.predicated(
; CHECK: br label %loop, !llvm.loop ![[ROLLED_PREDICATED:[0-9]+]]
; What is left over of wide gangs needs no second version.
; CHECK: label %x.gang.end, label %x.gang, !llvm.loop ![[REMAINDER:[0-9]+]]
define void @joined(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="joined" "weft-global-ids-only" {
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
  store float %more, ptr addrspace(1) %at
  ret void
}

; The groups of this kernel may be as small as a gang, which then runs in no wide one.
; CHECK-LABEL: define internal i32 @grouped.region.0.unmasked(
; CHECK-NOT: !llvm.loop
; CHECK-LABEL: define internal i32 @grouped.region.0.predicated(
; CHECK: br label %loop, !llvm.loop !
; CHECK: label %x.gang.end, label %x.gang, !llvm.loop ![[SMALL:[0-9]+]]
define void @grouped(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="grouped" {
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
  store float %more, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal i32 @array.region.0.wide(
; CHECK-NOT: !llvm.loop
; CHECK-LABEL: define internal i32 @array.region.0.unmasked(
define void @array(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="array" "weft-global-ids-only" {
entry:
  %values = alloca [4 x float]
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  store float %v, ptr %values
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %more, %loop ]
  %index = and i32 %i, 3
  %element = getelementptr float, ptr %values, i32 %index
  %old = load float, ptr %element
  %more = fmul float %x, %old
  store float %more, ptr %element
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %at
  ret void
}

; CHECK-DAG: ![[ROLLED_UNMASKED]] = distinct !{![[ROLLED_UNMASKED]], {{(!.*, )?}}![[ONCE:[0-9]+]]}
; CHECK-DAG: ![[ROLLED_PREDICATED]] = distinct !{![[ROLLED_PREDICATED]], {{(!.*, )?}}![[ONCE]]}
; CHECK-DAG: ![[ROLLED_WIDE]] = distinct !{![[ROLLED_WIDE]], {{(!.*, )?}}![[ONCE]]}
; CHECK-DAG: ![[ONCE]] = !{!"llvm.loop.unroll.runtime.disable", i32 1}
; CHECK-DAG: ![[REMAINDER]] = distinct !{![[REMAINDER]], {{.*}}![[MARK:[0-9]+]], ![[GANG:[0-9]+]]}
; CHECK-DAG: ![[MARK]] = !{!"weft.loop.remainder"}
; CHECK-DAG: ![[GANG]] = !{!"weft.loop.gang"}
; CHECK-DAG: ![[SMALL]] = distinct !{![[SMALL]], ![[VECTORISED:[0-9]+]], ![[NOT:[0-9]+]], ![[GANG]]}
; CHECK-DAG: ![[VECTORISED]] = !{!"llvm.loop.isvectorized", i32 1}
; CHECK-DAG: ![[NOT]] = !{!"llvm.loop.unroll.disable"}
