; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v2 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck %s --check-prefix=WORDS

; Atomic updates of neighbouring words, by exchanges of 16 bytes where the CPU has them.
declare i64 @__weft_local_id_x() memory(none)

; The operands lie in three blocks, as the first word may be any of its block.
; CHECK-LABEL: define internal i32 @add.region.0.unmasked(
; CHECK: %blocks = alloca [48 x i8], align 64
; CHECK: %[[PLACE:.*]] = and i64 %{{.*}}, 15
; CHECK: store <8 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: block:
; CHECK: %[[OPERANDS:.*]] = load <4 x i32>, ptr %{{.*}}, align 16
; CHECK: icmp eq i128 %{{.*}}, 0
; CHECK: block.some:
; CHECK-COUNT-2: load atomic i64, ptr addrspace(1) %{{.*}} monotonic, align 8
; CHECK: block.try:
; CHECK: add <4 x i32> %{{.*}}, %[[OPERANDS]]
; CHECK: cmpxchg weak volatile ptr addrspace(1) %{{.*}}, i128 %{{.*}}, i128 %{{.*}} monotonic monotonic, align 16
; CHECK: icmp eq i64 %{{.*}}, 48
; CHECK-NOT: atomicrmw
; CHECK: ret i32 0
; Without the instruction: each word by itself.
; WORDS-LABEL: define internal i32 @add.region.0.unmasked(
; WORDS-NOT: cmpxchg
; WORDS-COUNT-8: atomicrmw volatile add
; WORDS: ret i32 0
define void @add(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="add" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %word = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %old = atomicrmw volatile add ptr addrspace(1) %word, i32 %v monotonic
  ret void
}

; Inactive lanes get the operand that changes nothing, and so do the words around the gang's.
; CHECK-LABEL: define internal i32 @smallest.region.0.unmasked(
; CHECK: store <2 x i64> splat (i64 -1), ptr %blocks, align 16
; CHECK: select <8 x i1> %{{.*}}, <8 x i64> %{{.*}}, <8 x i64> splat (i64 -1)
; CHECK: icmp eq i128 %{{.*}}, -1
; CHECK: cmpxchg weak ptr addrspace(1)
; CHECK: ret i32 0
define void @smallest(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="smallest" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i64, ptr addrspace(1) %in, i64 %id
  %v = load i64, ptr addrspace(1) %at
  %test = icmp sgt i64 %v, 0
  br i1 %test, label %then, label %end
then:
  %word = getelementptr i64, ptr addrspace(1) %out, i64 %id
  %old = atomicrmw umin ptr addrspace(1) %word, i64 %v monotonic
  br label %end
end:
  ret void
}

; Each by itself: a result that is used, a stronger order, words that are no neighbours.
; CHECK-LABEL: define internal i32 @used.region.0.unmasked(
; CHECK-NOT: cmpxchg
; CHECK-COUNT-8: atomicrmw add
; CHECK: ret i32 0
define void @used(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="used" {
  %id = call i64 @__weft_local_id_x()
  %word = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %old = atomicrmw add ptr addrspace(1) %word, i32 3 monotonic
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  store i32 %old, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal i32 @ordered.region.0.unmasked(
; CHECK-NOT: cmpxchg
; CHECK-COUNT-8: atomicrmw add
; CHECK: ret i32 0
define void @ordered(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="ordered" {
  %id = call i64 @__weft_local_id_x()
  %word = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %old = atomicrmw add ptr addrspace(1) %word, i32 3 seq_cst
  ret void
}

; CHECK-LABEL: define internal i32 @spread.region.0.unmasked(
; CHECK-NOT: cmpxchg
; CHECK-COUNT-8: atomicrmw add
; CHECK: ret i32 0
define void @spread(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="spread" {
  %id = call i64 @__weft_local_id_x()
  %twice = shl i64 %id, 1
  %word = getelementptr i32, ptr addrspace(1) %out, i64 %twice
  %old = atomicrmw add ptr addrspace(1) %word, i32 3 monotonic
  ret void
}
