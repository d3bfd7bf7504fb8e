; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-sub-group-sizes,weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck %s

; A compare and exchange gives a structure: each member is a vector. It runs in lanes only where a kernel
; of sub-groups leaves no choice; a lock of another kernel needs one work-item after another.
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_sub_group_ballot(i32) memory(none) convergent

; CHECK: remark: {{.*}}plain.region.0: scalar: a work-item may wait for others of its gang
; CHECK-LABEL: define internal i32 @met.region.0.unmasked(
; CHECK: %[[BOTH:.*]] = cmpxchg ptr addrspace(1) %{{.*}}, i32 3, i32 %{{.*}} seq_cst seq_cst
; CHECK-DAG: extractvalue { i32, i1 } %[[BOTH]], 0
; CHECK-DAG: extractvalue { i32, i1 } %[[BOTH]], 1
; CHECK-COUNT-7: cmpxchg ptr addrspace(1)
; CHECK-NOT: cmpxchg
; CHECK: ret i32 0
define void @met(ptr addrspace(1) %words) convergent "weft-kernel"="met" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %words, i64 %id
  %value = load i32, ptr addrspace(1) %at
  %both = cmpxchg ptr addrspace(1) %at, i32 3, i32 %value seq_cst seq_cst
  %old = extractvalue { i32, i1 } %both, 0
  %was = extractvalue { i32, i1 } %both, 1
  %vote = zext i1 %was to i32
  %ballot = call i64 @__weft_sub_group_ballot(i32 %vote) convergent
  %low = trunc i64 %ballot to i32
  %sum = add i32 %old, %low
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

define void @plain(ptr addrspace(1) %words) convergent "weft-kernel"="plain" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %words, i64 %id
  %value = load i32, ptr addrspace(1) %at
  %both = cmpxchg ptr addrspace(1) %at, i32 3, i32 %value seq_cst seq_cst
  %old = extractvalue { i32, i1 } %both, 0
  store i32 %old, ptr addrspace(1) %at
  ret void
}
