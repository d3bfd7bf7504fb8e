; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,print<weft-plan><vectorise=auto>' %s \
; RUN:   -o /dev/null 2>&1 | FileCheck %s

; The plan of a region says which version runs which work-items of an x range, and what a call costs.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: plan of 'plain.region.0':
; CHECK-NEXT: interior: @plain.region.0.wide, 32 lanes, cost {{[0-9]+}}
; CHECK-NEXT: interior: @plain.region.0.unmasked, 8 lanes, cost {{[0-9]+}}
; CHECK-NEXT: remainder: @plain.region.0.predicated, 8 lanes, cost {{[0-9]+}}
define void @plain(ptr addrspace(1) %data) convergent "weft-kernel"="plain" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: plan of 'guarded.region.0':
; CHECK-NEXT: bounds: @guarded.region.0.bounds
; CHECK-NEXT: outside: @guarded.region.0.predicated, 8 lanes, cost {{[0-9]+}}
; CHECK-NEXT: interior: @guarded.region.0.wide, 32 lanes, cost {{[0-9]+}}
; CHECK-NEXT: interior: @guarded.region.0.unmasked, 8 lanes, cost {{[0-9]+}}
; CHECK-NEXT: remainder: @guarded.region.0.predicated, 8 lanes, cost {{[0-9]+}}
define void @guarded(ptr addrspace(1) %p, i64 %n) convergent "weft-kernel"="guarded" {
  %x = call i64 @__weft_local_id_x()
  %inside = icmp ult i64 %x, %n
  br i1 %inside, label %then, label %end
then:
  %at = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; What must run lane by lane has no plan: single work-items run it.
; CHECK: plan of 'scalar.region.0':
; CHECK-NOT: {{rest|interior}}
define void @scalar(ptr addrspace(1) %data) convergent "weft-kernel"="scalar" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %a = atomicrmw add ptr addrspace(1) %at, i32 1 monotonic
  %b = atomicrmw xor ptr addrspace(1) %at, i32 %a monotonic
  %c = atomicrmw add ptr addrspace(1) %at, i32 %b monotonic
  ret void
}
