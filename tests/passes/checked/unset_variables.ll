; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-unset-variables %s 2>&1 | FileCheck %s

; Where the life of a variable begins it gets a content of its own; a large array has none.
; CHECK-LABEL: define void @variables(
define void @variables() "weft-kernel"="variables" "weft-user-code" {
  ; CHECK: %a = alloca i32
  ; CHECK-NEXT: %[[A:.*]] = call i32 @"__weft_unset i32"()
  ; CHECK-NEXT: store i32 %[[A]], ptr %a
  ; CHECK: %s = alloca { i32, [2 x float] }
  ; CHECK-NEXT: %large = alloca [65 x i32]
  ; CHECK-NEXT: call void @llvm.lifetime.start.p0(ptr %s)
  ; CHECK-NEXT: %[[S:.*]] = call { i32, [2 x float] } @"__weft_unset { i32, [2 x float] }"()
  ; CHECK-NEXT: store { i32, [2 x float] } %[[S]], ptr %s
  ; CHECK-NEXT: ret void
  %a = alloca i32
  %s = alloca { i32, [2 x float] }
  %large = alloca [65 x i32]
  call void @llvm.lifetime.start.p0(ptr %s)
  ret void
}
