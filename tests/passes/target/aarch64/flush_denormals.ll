; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: aarch64-registered-target
; RUN: weft-opt -cpu=generic -passes=weft-flush-denormals %s 2>&1 | FileCheck %s

; A work-group function sets FPCR.FZ and restores the register at each return; other functions run in its
; mode.

; CHECK-LABEL: @kernel_k
; CHECK: %[[MODE:.*]] = call i64 @llvm.aarch64.get.fpcr()
; CHECK: %[[FLUSHING:.*]] = or i64 %[[MODE]], 16777216
; CHECK: call void @llvm.aarch64.set.fpcr(i64 %[[FLUSHING]])
; CHECK: early:
; CHECK-NEXT: call void @llvm.aarch64.set.fpcr(i64 %[[MODE]])
; CHECK-NEXT: ret void
; CHECK: late:
; CHECK-NEXT: call void @llvm.aarch64.set.fpcr(i64 %[[MODE]])
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
; CHECK-NOT: fpcr
; CHECK: ret float
define float @helper(float %x) {
  ret float %x
}

; CHECK: attributes {{.*}}"denormal-fp-math"="preserve-sign,preserve-sign"
