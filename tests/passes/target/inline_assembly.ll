; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -passes=weft-inline-assembly %s 2>&1 | FileCheck %s
; Each assembly statement for x86 may change the flags, whether it says so or not.
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @sum(
; CHECK: call i32 asm "addl $2, $0", "=r,0,r,~{dirflag},~{fpsr},~{flags}"(i32 %a, i32 %b)
define i32 @sum(i32 %a, i32 %b) {
  %r = call i32 asm "addl $2, $0", "=r,0,r"(i32 %a, i32 %b)
  ret i32 %r
}

; CHECK-LABEL: define void @nothing(
; CHECK: call void asm sideeffect "nop", "~{dirflag},~{fpsr},~{flags}"()
define void @nothing() {
  call void asm sideeffect "nop", ""()
  ret void
}
