; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s \
; RUN:   -o - 2>/dev/null | FileCheck %s --check-prefixes=CHECK,SMALL
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8;wide-launches>' %s \
; RUN:   -o - 2>/dev/null | FileCheck %s --check-prefixes=CHECK,WIDE

; Which launches run lanes, in usual code and in that for wide launches.
declare i64 @__weft_global_id_x() memory(none)

; CHECK-LABEL: define internal void @kernel_fills(
; SMALL: icmp ule i64 %{{.*}}, 2147418112
; WIDE: icmp ule i64 %{{.*}}, 274877906944
define void @fills(ptr addrspace(1) %out) convergent "weft-kernel"="fills" {
  %id = call i64 @__weft_global_id_x()
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %low = trunc i64 %id to i32
  store i32 %low, ptr addrspace(1) %at
  ret void
}
