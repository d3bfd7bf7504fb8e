; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-check-reports %s 2>&1 | FileCheck %s

; Mistakes become reports once the kernel and its ids are known.

; CHECK: c"k\00"
; CHECK: c"int\00"
; CHECK: @weft.site = private constant {{.*}} i32 0, i32 0, i32 3, i32 0, i32 4, i32 0, i32 0, i32 0 }, align 8
; CHECK-LABEL: define void @kernel(
define void @kernel(i64 %a, i64 %b) "weft-kernel"="k" "weft-user-code" {
  ; CHECK: call i64 @__weft_local_id_x()
  ; CHECK: call i64 @__weft_local_id_z()
  ; CHECK: call void @__weft_rare_report(ptr %{{.*}}, ptr %{{.*}}, ptr @weft.site, i64 %a, i64 %b, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
  ; CHECK-NEXT: ret void
  call void @__weft_mistake_3_int(i64 %a, i64 %b)
  ret void
}

; Other code has no launch of the host.
; CHECK-LABEL: define void @constructor(
; CHECK-NEXT: ret void
define void @constructor(i64 %a, i64 %b) "weft-kernel"="c" {
  call void @__weft_mistake_3_int(i64 %a, i64 %b)
  ret void
}

; CHECK: define internal void @__weft_rare_report(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7)
; CHECK-NEXT: call void %0(ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7)

declare void @__weft_mistake_3_int(i64, i64)
