; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-content-checks %s 2>&1 | FileCheck %s

; A read of local memory has a shadow, which is 1 where its content is 0, and what is written to a
; buffer is tested.
; CHECK-LABEL: define void @local(
define void @local(ptr addrspace(3) %tile, ptr addrspace(1) %to) "weft-kernel"="local" "weft-user-code" {
  ; CHECK: %v = load i32, ptr addrspace(3) %tile
  ; CHECK: %[[AT:.*]] = getelementptr i8, ptr addrspace(3) %tile, i64 %local.contents
  ; CHECK: %contents = load i32, ptr addrspace(3) %[[AT]]
  ; CHECK: %[[SHADOW:.*]] = xor i32 %contents, -1
  ; CHECK: store i32 %{{.*}}, ptr addrspace(1) %to
  ; CHECK: icmp ne i32 %{{.*}}, 0
  ; CHECK: call i1 @__weft_all_lanes(
  ; CHECK: call void @__weft_rare_report(
  %v = load i32, ptr addrspace(3) %tile
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %to
  ret void
}

; A write to private memory takes the shadow along; bits that are masked out are none.
; CHECK-LABEL: define i32 @private(
define i32 @private(i32 %i) "weft-kernel"="private" "weft-user-code" {
  ; CHECK: %array.contents = alloca [8 x i8]
  ; CHECK: call void @llvm.memset.p0.i64(ptr {{.*}}%array.contents, i8 0, i64 8
  ; CHECK: %[[SHADOW:.*]] = or i32 15, %
  ; CHECK: %[[BITS:.*]] = xor i32 %[[SHADOW]], -1
  ; CHECK: store i32 %[[BITS]], ptr %
  %array = alloca [2 x i32]
  %unset = call i32 @"__weft_unset i32"()
  %low = and i32 %unset, 15
  %at = getelementptr i32, ptr %array, i32 %i
  store i32 %low, ptr %at
  ; CHECK-NOT: @"__weft_unset i32"()
  ; CHECK: ret i32
  ret i32 0
}

; Of a buffer the content is read if there is one.
; CHECK-LABEL: define void @buffer(
define void @buffer(ptr addrspace(1) %from) "weft-kernel"="buffer" "weft-user-code" {
  ; CHECK: %[[HAS:.*]] = icmp ne i64 %{{.*}}, 0
  ; CHECK: %v = load i1
  ; CHECK: %w = load i32
  ; CHECK: br i1 %[[HAS]]
  ; CHECK: %contents = load i32
  ; CHECK: phi i32 [ 0,
  ; CHECK: call void @__weft_rare_report(
  %v = load i1, ptr addrspace(1) %from
  %w = load i32, ptr addrspace(1) %from
  %is = icmp eq i32 %w, 7
  br i1 %is, label %yes, label %no
yes:
  br label %no
no:
  ret void
}


; The contents of one of two buffers lie as far behind as the chosen one's.
; CHECK-LABEL: define void @one_of_two(
define void @one_of_two(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %first) "weft-kernel"="one_of_two" "weft-user-code" {
  ; CHECK: %[[DISTANCE:.*]] = select i1 %first, i64 %extent, i64 %extent
  ; CHECK: %p = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %b
  ; CHECK: icmp ne i64 %[[DISTANCE]], 0
  ; CHECK: %[[AT:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 %[[DISTANCE]]
  ; CHECK: store i32 -1, ptr addrspace(1) %[[AT]]
  ; CHECK: store i32 7, ptr addrspace(1) %p
  %p = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %b
  store i32 7, ptr addrspace(1) %p
  ret void
}

; Of a pointer from memory the driver looks it up, and a generic one may lead to local memory.
; CHECK-LABEL: define void @table(
define void @table(ptr addrspace(1) %table) "weft-kernel"="table" "weft-user-code" {
  ; CHECK: %p = load ptr addrspace(4), ptr addrspace(1) %table
  ; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr addrspace(4) %p to i64
  ; CHECK: %[[FOUND:.*]] = call i64 @__weft_call_look_up(ptr %{{.*}}, ptr %{{.*}}, i64 %[[ADDRESS]], i32 3)
  ; CHECK: %[[IS:.*]] = icmp ult i64 %{{.*}}, %local.contents
  ; CHECK: select i1 %[[IS]], i64 %local.contents, i64 %[[FOUND]]
  ; CHECK: store i32 7, ptr addrspace(4) %p
  %p = load ptr addrspace(4), ptr addrspace(1) %table
  store i32 7, ptr addrspace(4) %p
  ret void
}

; An array whose address is in memory may be written unnoticed.
; CHECK-LABEL: define i32 @known_elsewhere(
define i32 @known_elsewhere(ptr addrspace(1) %to) "weft-kernel"="known_elsewhere" "weft-user-code" {
  ; CHECK-NOT: array.contents
  ; CHECK: ret i32 %v
  %array = alloca [2 x i32]
  %table = alloca ptr
  store ptr %array, ptr %table
  %v = load i32, ptr %array
  store i32 %v, ptr addrspace(1) %to
  ret i32 %v
}

declare i32 @"__weft_unset i32"() readnone
