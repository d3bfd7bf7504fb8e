; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-operation-checks %s 2>&1 | FileCheck %s

@numbers = private addrspace(2) constant [9 x i8] c"%d %5.1f\00"
@vectors = private addrspace(2) constant [12 x i8] c"%v2hld %% x\00"

; CHECK-LABEL: define void @fits(
; CHECK-NOT: __weft_mistake
; CHECK: ret void
define void @fits(i32 %i, double %d, <2 x i32> %v) "weft-user-code" {
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @numbers, i32 %i, double %d)
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @vectors, <2 x i32> %v)
  ret void
}

; The mistakes are: missing, misfit, superfluous.
; CHECK-LABEL: define void @differs(
; CHECK: call void @"__weft_mistake_11_%5.1f"(i64 0, i64 2)
; CHECK: call void @"__weft_mistake_11_%d"(i64 1, i64 1)
; CHECK: call void @"__weft_mistake_11_%v2hld"(i64 1, i64 1)
; CHECK: call void @__weft_mistake_11_(i64 2, i64 2)
define void @differs(i64 %i, double %d, <2 x i32> %v, <2 x i16> %w) "weft-user-code" {
  %narrow = trunc i64 %i to i32
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @numbers, i32 %narrow)
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @numbers, i64 %i, double %d)
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @vectors, <2 x i16> %w)
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @vectors, <2 x i32> %v, double %d)
  ret void
}

declare i32 @printf(ptr addrspace(2), ...)
