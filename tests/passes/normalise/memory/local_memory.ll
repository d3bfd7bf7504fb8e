; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-local-memory %s 2>&1 | FileCheck %s

; Each kernel lays out the variables that it uses; the most strictly aligned come first.
@small = internal addrspace(3) global [3 x i8] undef, align 1
@large = internal addrspace(3) global [4 x double] undef, align 8
@other = internal addrspace(3) global i32 undef, align 4

; CHECK-LABEL: define void @first(
; CHECK: %local = load ptr addrspace(3)
; CHECK: %small = getelementptr inbounds{{.*}} i8, ptr addrspace(3) %local, i64 32
; CHECK: store i8 1, ptr addrspace(3)
define void @first() "weft-kernel"="first" {
  store i8 1, ptr addrspace(3) getelementptr ([3 x i8], ptr addrspace(3) @small, i64 0, i64 2)
  store double 0.0, ptr addrspace(3) @large
  ret void
}

; CHECK-LABEL: define void @second(
; CHECK: store i32 5, ptr addrspace(3) %{{(local|other)}}
define void @second() "weft-kernel"="second" {
  store i32 5, ptr addrspace(3) @other
  ret void
}

; Zeros are the runtime's, before each work-group.
@zeroed = internal addrspace(3) global i32 zeroinitializer, align 4
; CHECK-LABEL: define void @third(
; CHECK-SAME: [[ZEROED:#[0-9]+]]
; CHECK: store i32 5, ptr addrspace(3) %{{(local|zeroed)}}
define void @third() "weft-kernel"="third" {
  store i32 5, ptr addrspace(3) @zeroed
  ret void
}

; CHECK: "weft-local-bytes"="128"
; CHECK: attributes [[ZEROED]] = {{.*}} "weft-zeroes-local"
