; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

; A barrier in a loop: region 0 leads to the barrier or to the end, region 1 goes round the loop. The
; work-item's own sum survives in its context array; the loop's counter is the same for all and does not.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

define void @k(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="k" {
entry:
  %id = call i64 @__weft_local_id_x()
  %p = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %after ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %after ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %v = load i32, ptr addrspace(1) %p
  call void @__weft_barrier()
  br label %after
after:
  %sum.next = add i32 %sum, %v
  %i.next = add i32 %i, 1
  br label %loop
end:
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define internal i32 @k.region.0(
; Region 0 defines the values that live across, so that it loads none of them.
; CHECK-NOT: load i32, ptr %
; CHECK: ret i32 {{[01]}}
; CHECK-LABEL: define internal i32 @k.region.1(
; CHECK-LABEL: region.entry:
; The address is computed again from the id.
; CHECK-DAG: getelementptr inbounds i32, ptr addrspace(1) %data, i64 %
; CHECK-DAG: %sum{{.*}} = load i32, ptr %
; CHECK: phi i32
; CHECK: ret i32 {{[01]}}

; CHECK-LABEL: define internal void @kernel_k(ptr {{.*}}%launch, i64 {{.*}}%first, i64 {{.*}}%last, ptr {{.*}}%worker)
; CHECK: alloca { i32 }
; CHECK: call i32 @k.region.0(
; CHECK: switch i32 %{{.*}}, label %group.done [
; CHECK-NEXT: i32 1, label %region.1
; CHECK: call i32 @k.region.1(
