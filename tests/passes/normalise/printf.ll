; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-printf %s 2>&1 | FileCheck %s

; Arguments are packed with their kinds; nothing reads the format.
@format = private addrspace(2) constant [3 x i8] c"%d\00"

declare i32 @printf(ptr addrspace(2), ...)

; CHECK-LABEL: define void @k
; CHECK: %printf = alloca [56 x i8], align 8
; The header's bytes: kind, element bytes, lanes. Integer of 4 bytes: 0 | 4 << 8 | 1 << 16.
; CHECK: store i64 66560, ptr
; CHECK: store i32 7
; A vector of 3 floats: 1 | 4 << 8 | 3 << 16.
; CHECK: store i64 197633, ptr
; CHECK: store <3 x float> %v
; A pointer: 2 | 8 << 8 | 1 << 16.
; CHECK: store i64 67586, ptr
; CHECK: call ptr addrspace(2) @__weft_launch()
; CHECK: call i32 %print(ptr %print.context, ptr {{.*}}@format{{.*}}, i32 3, ptr readonly captures(none) %printf)
define void @k(<3 x float> %v) "weft-kernel"="k" {
  %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 7, <3 x float> %v, ptr addrspace(2) @format)
  ret void
}
; CHECK: attributes #{{.*}}"weft-uses-printf"
