; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes='function(weft-zero-private)' %s | FileCheck %s

; Variables are zero where their lifetime begins, or from the function's entry.
define void @f(i64 %count, i1 %again) {
; CHECK-LABEL: @f(
; CHECK-NEXT: entry:
; CHECK-NEXT: %outer = alloca [7 x i32], align 16
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 %outer, i8 0, i64 28, i1 false)
; CHECK-NEXT: %inner = alloca i64, align 8
; CHECK-NEXT: %many = alloca i16, i64 %count, align 2
; CHECK-NEXT: [[BYTES:%.*]] = mul i64 2, %count
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 2 %many, i8 0, i64 [[BYTES]], i1 false)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: call void @llvm.lifetime.start.p0(ptr %inner)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %inner, i8 0, i64 8, i1 false)
; CHECK-NEXT: call void @use(ptr %inner, ptr %outer, ptr %many)
entry:
  %outer = alloca [7 x i32], align 16
  %inner = alloca i64, align 8
  %many = alloca i16, i64 %count, align 2
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(ptr %inner)
  call void @use(ptr %inner, ptr %outer, ptr %many)
  call void @llvm.lifetime.end.p0(ptr %inner)
  br i1 %again, label %loop, label %end
end:
  ret void
}

declare void @use(ptr, ptr, ptr)
