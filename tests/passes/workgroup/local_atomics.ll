; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-local-atomics %s 2>&1 | FileCheck %s

; Atomic operations on local memory become plain ones, others stay.
define i32 @update(ptr addrspace(3) %local, ptr addrspace(1) %global, i32 %v) {
; CHECK-LABEL: define i32 @update(
; CHECK-NOT: atomic{{.*}}addrspace(3)
; CHECK: load i32, ptr addrspace(3) %local
; CHECK: add i32
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %local
; CHECK: atomicrmw volatile add ptr addrspace(1) %global
; CHECK: ret i32
  %old = atomicrmw volatile add ptr addrspace(3) %local, i32 %v monotonic
  %other = atomicrmw volatile add ptr addrspace(1) %global, i32 %old monotonic
  ret i32 %other
}

define i1 @exchange(ptr addrspace(3) %local, i32 %v) {
; CHECK-LABEL: define i1 @exchange(
; CHECK-NOT: cmpxchg
; CHECK: select
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %local
  %pair = cmpxchg ptr addrspace(3) %local, i32 7, i32 %v seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  ret i1 %done
}

define i32 @access(ptr addrspace(3) %local, i32 %v) {
; CHECK-LABEL: define i32 @access(
; CHECK-NEXT: store i32 %v, ptr addrspace(3) %local
; CHECK-NEXT: load i32, ptr addrspace(3) %local
  store atomic volatile i32 %v, ptr addrspace(3) %local seq_cst, align 4
  %now = load atomic volatile i32, ptr addrspace(3) %local seq_cst, align 4
  ret i32 %now
}
