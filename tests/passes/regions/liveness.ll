; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions %s 2>&1 | FileCheck %s

; What region 1 needs from region 0: the loaded value lies in the work-item's context array slot; what follows
; from ids and arguments is computed again; what all work-items share is kept once for the group; a
; private array that lives across lies in the context array as a whole; what only region 0 uses, nowhere.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
declare void @__weft_barrier() convergent nounwind

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="k" {
  %array = alloca [4 x i32], align 4
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %own = load i32, ptr addrspace(1) %at
  %dead = load i32, ptr addrspace(1) %at
  %shared.at = getelementptr i32, ptr addrspace(1) %in, i32 %n
  %shared = load i32, ptr addrspace(1) %shared.at
  %index = and i32 %own, 3
  %element = getelementptr [4 x i32], ptr %array, i32 0, i32 %index
  store i32 %dead, ptr %element
  call void @__weft_barrier()
  %twice = mul i64 %id, 2
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %twice
  %a = add i32 %own, %shared
  %first = load i32, ptr %array
  %b = add i32 %a, %first
  store i32 %b, ptr addrspace(1) %out.at
  ret void
}

; 4 bytes for %own and 16 for the array, rounded up to whole blocks' alignment.
; CHECK-LABEL: define internal i32 @k.region.0(
; CHECK: load i32, ptr addrspace(1) %at
; CHECK: store i32 %{{.*}}, ptr %{{.*}}
; CHECK: ret i32 1

; CHECK-LABEL: define internal i32 @k.region.1(
; CHECK-SAME: , i32 %[[SHARED:[0-9]+]]){{.*}} {
; CHECK-NOT: load i32, ptr addrspace(1)
; CHECK-DAG: load i32, ptr %
; CHECK-DAG: mul i64 %{{.*}}, 2
; CHECK-DAG: add i32 %{{.*}}, %[[SHARED]]
; CHECK: ret i32 0

; CHECK: define internal void @kernel_k({{.*}}) #[[ATTRIBUTES:[0-9]+]]

; The address of an element by two global ids is computed again too: lanes would not know that one from
; the context array is strided.
; CHECK: define internal void @kernel_rows({{.*}}) #[[ROWS:[0-9]+]]

; So is one that minimum and maximum keep in bounds.
; CHECK: define internal void @kernel_clamped({{.*}}) #[[CLAMPED:[0-9]+]]
; CHECK-DAG: attributes #[[ATTRIBUTES]] = {{.*}}"weft-context-fixed-bytes"="0" "weft-context-item-bytes"="20"
; CHECK-DAG: attributes #[[ROWS]] = {{.*}}"weft-context-fixed-bytes"="0" "weft-context-item-bytes"="0"
; CHECK-DAG: attributes #[[CLAMPED]] = {{.*}}"weft-context-fixed-bytes"="0" "weft-context-item-bytes"="0"
define void @rows(ptr addrspace(1) %in, i64 %n, i64 %x.begin, i64 %y.begin, i64 %offset) convergent "weft-kernel"="rows" {
  %x = call i64 @__weft_local_id_x()
  %x.group = add i64 %x, %x.begin
  %x.global = add i64 %x.group, %offset
  %y = call i64 @__weft_local_id_y()
  %y.group = add i64 %y, %y.begin
  %y.global = add i64 %y.group, %offset
  %row = mul i64 %x.global, %n
  %i = add i64 %row, %y.global
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %i
  store i32 1, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 2, ptr addrspace(1) %at
  ret void
}

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

define void @clamped(ptr addrspace(1) %in, i32 %first, i32 %last) convergent "weft-kernel"="clamped" {
  %x = call i64 @__weft_local_id_x()
  %column = trunc i64 %x to i32
  %left = sub i32 %column, 1
  %in.low = call i32 @llvm.smax.i32(i32 %left, i32 %first)
  %in.both = call i32 @llvm.smin.i32(i32 %in.low, i32 %last)
  %at = getelementptr i32, ptr addrspace(1) %in, i32 %in.both
  store i32 1, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i32 2, ptr addrspace(1) %at
  ret void
}
