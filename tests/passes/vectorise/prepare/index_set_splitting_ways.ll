; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck %s
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent

; All work-items go on in one of two ways behind the guard, and only gangs inside of it have more to
; do: the outer bounds are those of the guard.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @ways.region.0.bounds(
; CHECK: %[[LIMIT:.*]] = call i64 @llvm.umin.i64(
; CHECK: %[[INNER:.*]] = sub i64 %[[LIMIT]], 0
; CHECK: %[[REACHED:.*]] = select i1 true, i64 %[[INNER]], i64 %
; CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 %[[REACHED]])
; CHECK: %[[LAST:.*]] = call i64 @llvm.smin.i64(i64 %{{.*}}, i64 %[[REACHED]])
; CHECK: %[[OUTER:.*]] = insertvalue { i64, i64, i64, i64 } %{{.*}}, i64 %[[LAST]], 3
; CHECK: ret { i64, i64, i64, i64 } %[[OUTER]]
define void @ways(ptr addrspace(3) %tile, i64 %n) convergent "weft-kernel"="ways" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %id
  %in = icmp ult i64 %id, %n
  br i1 %in, label %work, label %next
work:
  %v = load float, ptr addrspace(3) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(3) %at
  br label %next
next:
  %more = icmp ugt i64 %n, 8
  br i1 %more, label %again, label %end
again:
  call void @__weft_barrier()
  store float 1.0, ptr addrspace(3) %tile
  br label %end
end:
  ret void
}

; The same at the end of a round: what the next round counts down from is a phi of one value.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @rounds.region.1.bounds(
; CHECK: %[[LIMIT:.*]] = call i64 @llvm.umin.i64(
; CHECK: %[[INNER:.*]] = sub i64 %[[LIMIT]], 0
; CHECK: %[[REACHED:.*]] = select i1 true, i64 %[[INNER]], i64 %
; CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 %[[REACHED]])
; CHECK: %[[LAST:.*]] = call i64 @llvm.smin.i64(i64 %{{.*}}, i64 %[[REACHED]])
; CHECK: insertvalue { i64, i64, i64, i64 } %{{.*}}, i64 %[[LAST]], 3
define void @rounds(ptr addrspace(3) %tile, i64 %n) convergent "weft-kernel"="rounds" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %id
  br label %round
round:
  %width = phi i64 [ %n, %entry ], [ %half, %next ]
  call void @__weft_barrier()
  %in = icmp ult i64 %id, %width
  br i1 %in, label %work, label %next
work:
  %v = load float, ptr addrspace(3) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(3) %at
  br label %next
next:
  %half = lshr i64 %width, 1
  %done = icmp eq i64 %half, 0
  br i1 %done, label %end, label %round
end:
  ret void
}
