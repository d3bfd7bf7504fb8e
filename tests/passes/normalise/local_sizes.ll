; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes='function(weft-safe-division),weft-inline,function(instcombine)' %s 2>&1 | FileCheck %s

; A local size is neither 0 nor too large for 32 bits, so a division by it has no guards.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: declare noundef range(i64 1, 4097) i64 @__weft_local_size_x()
declare i64 @__weft_local_size_x() memory(none)

; CHECK-LABEL: define void @quotient(
; CHECK-NOT: freeze
; CHECK-NOT: select
; CHECK: ret void
define void @quotient(i32 %a, ptr addrspace(1) %out) "weft-kernel" {
  %size = call i64 @__weft_local_size_x()
  %cut = trunc i64 %size to i32
  %quotient = sdiv i32 %a, %cut
  store i32 %quotient, ptr addrspace(1) %out
  %wide = zext i32 %a to i64
  %rest = urem i64 %wide, %size
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %rest
  store i32 1, ptr addrspace(1) %to
  ret void
}
