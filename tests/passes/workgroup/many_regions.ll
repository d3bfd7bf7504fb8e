; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: awk '/^REPEAT$/ { for (i = 0; i != 500; ++i) printf "  store volatile i32 %%d, ptr addrspace(1) %%%%at\n  call void @__weft_barrier()\n", i; next } { print }' %s > %t.ll
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %t.ll -o /dev/null 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=2>' %t.ll -o /dev/null 2>&1 | FileCheck --check-prefix=ASKED %s

; Each region with vector versions costs time, so that a kernel with hundreds of barriers has none.
; CHECK-NOT: many.region
; CHECK: remark: {{.*}}many: scalar: vector code for all regions would take too long to compile
; CHECK-NOT: many.region
; ASKED-NOT: too long to compile
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

define void @many(ptr addrspace(1) %p) convergent "weft-kernel"="many" {
  %x = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %x
REPEAT
  ret void
}
