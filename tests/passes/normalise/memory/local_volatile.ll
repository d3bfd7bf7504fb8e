; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes='function(weft-local-volatile)' %s | FileCheck %s

; Accesses to local memory are no longer volatile; others stay as they are, and so do atomic ones.
; CHECK-LABEL: define void @f(
; CHECK-NEXT: %v = load i32, ptr addrspace(3) %local
; CHECK-NEXT: store i32 %v, ptr addrspace(3) %local
; CHECK-NEXT: %w = load volatile i32, ptr addrspace(1) %global
; CHECK-NEXT: store volatile i32 %w, ptr addrspace(1) %global
; CHECK-NEXT: %x = load volatile i32, ptr addrspace(4) %generic
; CHECK-NEXT: %y = load atomic volatile i32, ptr addrspace(3) %local monotonic
; CHECK-NEXT: ret void
define void @f(ptr addrspace(3) %local, ptr addrspace(1) %global, ptr addrspace(4) %generic) {
  %v = load volatile i32, ptr addrspace(3) %local
  store volatile i32 %v, ptr addrspace(3) %local
  %w = load volatile i32, ptr addrspace(1) %global
  store volatile i32 %w, ptr addrspace(1) %global
  %x = load volatile i32, ptr addrspace(4) %generic
  %y = load atomic volatile i32, ptr addrspace(3) %local monotonic, align 4
  ret void
}

; What is read back is compared with what was stored: who has lost tries again.
; CHECK-LABEL: define void @try(
; CHECK: load volatile i32, ptr addrspace(3) %place
; CHECK: store volatile i32 %next, ptr addrspace(3) %place
; CHECK: load volatile i32, ptr addrspace(3) %place
; CHECK: store i32 %found, ptr addrspace(3) %other
define void @try(ptr addrspace(3) %place, ptr addrspace(3) %other, i32 %tag) {
entry:
  br label %again
again:
  %count = load volatile i32, ptr addrspace(3) %place
  %next = add i32 %count, %tag
  store volatile i32 %next, ptr addrspace(3) %place
  %found = load volatile i32, ptr addrspace(3) %place
  %won = icmp eq i32 %next, %found
  br i1 %won, label %end, label %again
end:
  store volatile i32 %found, ptr addrspace(3) %other
  ret void
}
