; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-flush-denormals %s 2>&1 | FileCheck %s

; A work-group function sets the processor's mode and restores it at each return; other functions run
; in its mode.

; CHECK-LABEL: @kernel_k
; CHECK: %mode = alloca i32
; CHECK: call void @llvm.x86.sse.stmxcsr(ptr %mode)
; CHECK: %host.mode = load i32, ptr %mode
; CHECK: %[[FLUSHING:.*]] = or i32 %host.mode, 32832
; CHECK: store i32 %[[FLUSHING]], ptr %mode
; CHECK: call void @llvm.x86.sse.ldmxcsr(ptr %mode)
; CHECK: early:
; CHECK: store i32 %host.mode, ptr %mode
; CHECK: call void @llvm.x86.sse.ldmxcsr(ptr %mode)
; CHECK-NEXT: ret void
; CHECK: late:
; CHECK: store i32 %host.mode, ptr %mode
; CHECK: call void @llvm.x86.sse.ldmxcsr(ptr %mode)
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
