; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes='weft-kernel-arguments,weft-work-group' %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 -passes='weft-kernel-arguments,weft-vectorise<vectorise=8>' %s \
; RUN:   | FileCheck --check-prefix=LANES %s
; RUN: weft-opt -cpu=x86-64-v3 -passes='weft-kernel-arguments,weft-vectorise<vectorise=off>' %s \
; RUN:   | FileCheck --check-prefix=SCALAR %s

; LLVM neither unrolls loops over groups and x ranges nor estimates what that costs, unless the kernel's
; sizes make their counts constant.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)

define void @any(ptr addrspace(1) %p) convergent "weft-kernel"="any" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = getelementptr [64 x i32], ptr addrspace(1) %p, i64 %y
  %at = getelementptr i32, ptr addrspace(1) %row, i64 %x
  store i32 1, ptr addrspace(1) %at
  ret void
}

define void @fixed(ptr addrspace(1) %p) convergent "weft-kernel"="fixed" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = getelementptr [64 x i32], ptr addrspace(1) %p, i64 %y
  %at = getelementptr i32, ptr addrspace(1) %row, i64 %x
  store i32 1, ptr addrspace(1) %at
  ret void
}

define void @guarded(ptr addrspace(1) %p, i64 %n) convergent "weft-kernel"="guarded" {
  %x = call i64 @__weft_local_id_x()
  %inside = icmp ult i64 %x, %n
  br i1 %inside, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %x
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

define void @between(ptr addrspace(1) %p, i64 %from, i64 %n) convergent "weft-kernel"="between" {
  %x = call i64 @__weft_local_id_x()
  %behind = icmp uge i64 %x, %from
  %before = icmp ult i64 %x, %n
  %inside = select i1 %behind, i1 %before, i1 false
  br i1 %inside, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %x
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

!0 = !{i32 8, i32 4, i32 1}

; CHECK-LABEL: define internal void @kernel_any(
; CHECK: icmp eq i64 %y.next,
; CHECK-NEXT: br {{.*}}!llvm.loop ![[Y:[0-9]+]]
; CHECK: icmp eq i64 %z.next,
; CHECK-NEXT: br {{.*}}!llvm.loop ![[Z:[0-9]+]]
; CHECK: br i1 %{{.*}}, label %end, label %group, !llvm.loop ![[GROUPS:[0-9]+]]

; CHECK-LABEL: define internal void @kernel_fixed(
; CHECK: icmp eq i64 %y.next,
; CHECK-NEXT: br {{.*}}!llvm.loop ![[FIXED:[0-9]+]]

; CHECK-DAG: ![[Y]] = distinct !{![[Y]], ![[DISABLE:[0-9]+]], ![[MARK:[0-9]+]]}
; CHECK-DAG: ![[Z]] = distinct !{![[Z]], ![[DISABLE]], ![[MARK]]}
; CHECK-DAG: ![[GROUPS]] = distinct !{![[GROUPS]], ![[DISABLE]], ![[MARK]]}
; CHECK-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: ![[MARK]] = !{!"weft.loop.driver"}
; CHECK-DAG: ![[FIXED]] = distinct !{![[FIXED]], ![[CONSTANT:[0-9]+]], ![[MARK]]}
; CHECK-DAG: ![[CONSTANT]] = !{!"llvm.loop.unroll.runtime.disable"}

; Where all code of work-items has lanes, LLVM's SLP vectoriser keeps off.
; LANES: define internal void @kernel_any({{.*}} #[[VECTOR:[0-9]+]]
; What is left over of whole gangs depends on a value of its own block, so it stays there.
; LANES: x.rest:
; LANES-NEXT: %[[REST:[0-9]+]] = call i64 asm sideeffect "", "=r,0"(i64 %{{.*}}) #[[COPY:[0-9]+]]
; LANES: call i32 @any.region.0.predicated({{.*}}, i64 %[[REST]],
; LANES: define internal void @kernel_fixed(
; LANES-NOT: asm sideeffect
; No part comes before bounds that begin with the x range.
; LANES: define internal void @kernel_guarded(
; LANES-NOT: x.part.begin
; LANES: x.part:
; LANES-NOT: label %x.part,
; LANES: call i32 @guarded.region.0.predicated(
; LANES: define internal void @kernel_between(
; The two parts outside of bounds are one loop, which LLVM leaves as it is.
; LANES: x.part:
; LANES-NEXT: %x.part.begin = phi i64
; LANES: br {{.*}}label %x.part, !llvm.loop ![[PARTS:[0-9]+]]
; LANES-DAG: attributes #[[COPY]] = {{.*}}memory(inaccessiblemem: readwrite)
; LANES-DAG: ![[PARTS]] = distinct !{![[PARTS]], ![[DISABLE:[0-9]+]], ![[MARK:[0-9]+]]}
; LANES-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; LANES-DAG: ![[MARK]] = !{!"weft.loop.driver"}
; LANES-DAG: attributes #[[VECTOR]] = {{.*}}"weft-all-lanes"
; SCALAR-NOT: "weft-all-lanes"
