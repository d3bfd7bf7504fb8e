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

declare i32 @"__weft_unset i32"() readnone
