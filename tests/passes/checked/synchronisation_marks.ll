; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-synchronisation-marks %s 2>&1 | FileCheck %s

; A mark with the flags precedes a barrier, and one without a fence. The library has none.
; CHECK-LABEL: define void @user(
define void @user(i32 %flags) "weft-user-code" {
  ; CHECK-NEXT: call void @__weft_mark_barrier(i32 %flags)
  ; CHECK-NEXT: call void @_Z7barrierj(i32 %flags)
  ; CHECK-NEXT: call void @__weft_mark_fence()
  ; CHECK-NEXT: call void @_Z9mem_fencej(i32 1)
  ; CHECK-NEXT: call void @_Z4otherj(i32 1)
  call void @_Z7barrierj(i32 %flags)
  call void @_Z9mem_fencej(i32 1)
  call void @_Z4otherj(i32 1)
  ret void
}

; CHECK-LABEL: define void @library(
define void @library(i32 %flags) {
  ; CHECK-NEXT: call void @_Z7barrierj(i32 %flags)
  call void @_Z7barrierj(i32 %flags)
  ret void
}

declare void @_Z7barrierj(i32) convergent
declare void @_Z9mem_fencej(i32)
declare void @_Z4otherj(i32)
