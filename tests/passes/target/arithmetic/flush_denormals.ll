; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-flush-denormals %s 2>&1 | FileCheck %s

; A work-group function sets the CPU's mode and restores it at each return; other functions run
; in its mode.

; CHECK-LABEL: @kernel_k
; CHECK: %[[MODE:.*]] = alloca i32
; CHECK: %[[FLUSHING:.*]] = alloca i32
; CHECK: call void @llvm.x86.sse.stmxcsr(ptr %[[MODE]])
; CHECK: %[[HOST:.*]] = load i32, ptr %[[MODE]]
; CHECK: %[[BITS:.*]] = or i32 %[[HOST]], 32832
; CHECK: store i32 %[[BITS]], ptr %[[FLUSHING]]
; CHECK: call void @llvm.x86.sse.ldmxcsr(ptr %[[FLUSHING]])
; CHECK: early:
; CHECK-NEXT: call void @llvm.x86.sse.ldmxcsr(ptr %[[MODE]])
; CHECK-NEXT: ret void
; CHECK: late:
; CHECK-NEXT: call void @llvm.x86.sse.ldmxcsr(ptr %[[MODE]])
; CHECK-NEXT: ret void
define void @kernel_k(ptr %launch, i64 %first, i64 %last, ptr %worker) "weft-kernel"="k" {
  %some = icmp ult i64 %first, %last
  br i1 %some, label %late, label %early
early:
  ret void
late:
  ret void
}

; CHECK-LABEL: @helper
; CHECK-NOT: ldmxcsr
; CHECK: ret float
define float @helper(float %x) {
  ret float %x
}

; CHECK: attributes {{.*}}"denormal-fp-math"="preserve-sign,preserve-sign"
