; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-inline %s 2>&1 | FileCheck %s

; Helpers that get the address of a kernel's array become part of it, also where one gives it to
; another.
; CHECK-LABEL: define void @transform(
; CHECK-NOT: call void @outer
; CHECK-NOT: call void @inner
; CHECK: store i32 7
; CHECK: ret void
define void @transform(ptr addrspace(1) %out) convergent "weft-kernel"="transform" {
  %array = alloca [8 x i32], align 4
  call void @outer(ptr %array)
  %third = getelementptr i32, ptr %array, i64 2
  %v = load i32, ptr %third
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; As Clang writes parameters.
; CHECK-LABEL: define internal void @outer(
define internal void @outer(ptr %array) {
  %array.addr = alloca ptr, align 8
  store ptr %array, ptr %array.addr
  %given = load ptr, ptr %array.addr
  %at = getelementptr i32, ptr %given, i64 2
  call void @inner(ptr %at)
  ret void
}

define internal void @inner(ptr %place) {
  store i32 7, ptr %place
  ret void
}

; Variables, buffers and large arrays are nothing that lanes would share out; functions that shall
; stay, stay.
; CHECK-LABEL: define void @others(
; CHECK: call void @inner(ptr %variable)
; CHECK: call void @inner(ptr %large)
; CHECK: call void @kept(ptr %array)
define void @others(ptr addrspace(1) %out) convergent "weft-kernel"="others" {
  %variable = alloca i32, align 4
  %large = alloca [1024 x i32], align 4
  %array = alloca [8 x i32], align 4
  call void @inner(ptr %variable)
  call void @inner(ptr %large)
  call void @kept(ptr %array)
  ret void
}

define internal void @kept(ptr %place) noinline {
  store i32 7, ptr %place
  ret void
}

; A function that is no kernel keeps its calls.
; CHECK-LABEL: define internal void @helper(
; CHECK: call void @inner(ptr %array)
define internal void @helper() {
  %array = alloca [8 x i32], align 4
  call void @inner(ptr %array)
  ret void
}
