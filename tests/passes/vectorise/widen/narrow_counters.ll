; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck %s

; Lanes cost no more than single work-items where they count neighbouring bytes or shorts in local
; memory, whose words hold several numbers. Not so for wider numbers, for numbers that are no
; neighbours, for counters in global memory, and where the old values are used.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-DAG: remark: {{.*}}bytes.region.0: vectorised
; CHECK-DAG: remark: {{.*}}shorts.region.0: vectorised
; CHECK-DAG: remark: {{.*}}words.region.0: scalar: too much would be replicated
; CHECK-DAG: remark: {{.*}}strided.region.0: scalar: too much would be replicated
; CHECK-DAG: remark: {{.*}}globals.region.0: scalar: too much would be replicated
; CHECK-DAG: remark: {{.*}}old_values.region.0: scalar: too much would be replicated
define void @bytes(ptr addrspace(1) %in, ptr addrspace(3) %counters, ptr addrspace(1) %out) convergent "weft-kernel"="bytes" {
  %id = call i64 @__weft_local_id_x()
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %number = load i8, ptr addrspace(1) %from
  %wide = zext i8 %number to i64
  %counter = getelementptr i32, ptr addrspace(3) %counters, i64 %wide
  %old = atomicrmw add ptr addrspace(3) %counter, i32 1 monotonic
  ret void
}

define void @shorts(ptr addrspace(1) %in, ptr addrspace(3) %counters, ptr addrspace(1) %out) convergent "weft-kernel"="shorts" {
  %id = call i64 @__weft_local_id_x()
  %from = getelementptr i16, ptr addrspace(1) %in, i64 %id
  %number = load i16, ptr addrspace(1) %from
  %wide = zext i16 %number to i64
  %counter = getelementptr i32, ptr addrspace(3) %counters, i64 %wide
  %old = atomicrmw add ptr addrspace(3) %counter, i32 1 monotonic
  ret void
}

define void @words(ptr addrspace(1) %in, ptr addrspace(3) %counters, ptr addrspace(1) %out) convergent "weft-kernel"="words" {
  %id = call i64 @__weft_local_id_x()
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %number = load i32, ptr addrspace(1) %from
  %wide = zext i32 %number to i64
  %counter = getelementptr i32, ptr addrspace(3) %counters, i64 %wide
  %old = atomicrmw add ptr addrspace(3) %counter, i32 1 monotonic
  ret void
}

define void @strided(ptr addrspace(1) %in, ptr addrspace(3) %counters, ptr addrspace(1) %out) convergent "weft-kernel"="strided" {
  %id = call i64 @__weft_local_id_x()
  %far = mul nsw i64 %id, 3
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %far
  %number = load i8, ptr addrspace(1) %from
  %wide = zext i8 %number to i64
  %counter = getelementptr i32, ptr addrspace(3) %counters, i64 %wide
  %old = atomicrmw add ptr addrspace(3) %counter, i32 1 monotonic
  ret void
}

define void @globals(ptr addrspace(1) %in, ptr addrspace(1) %counters, ptr addrspace(1) %out) convergent "weft-kernel"="globals" {
  %id = call i64 @__weft_local_id_x()
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %number = load i8, ptr addrspace(1) %from
  %wide = zext i8 %number to i64
  %counter = getelementptr i32, ptr addrspace(1) %counters, i64 %wide
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  ret void
}

define void @old_values(ptr addrspace(1) %in, ptr addrspace(3) %counters, ptr addrspace(1) %out) convergent "weft-kernel"="old_values" {
  %id = call i64 @__weft_local_id_x()
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %number = load i8, ptr addrspace(1) %from
  %wide = zext i8 %number to i64
  %counter = getelementptr i32, ptr addrspace(3) %counters, i64 %wide
  %old = atomicrmw add ptr addrspace(3) %counter, i32 1 monotonic
  %far = mul nsw i64 %id, 3
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %far
  store i32 %old, ptr addrspace(1) %to
  ret void
}
