; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-static-objects %s | FileCheck %s

; What constructs runs in the order of its list, what destroys in reverse. The lists go. What is no
; function without parameters is left out.
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @weft.constructors
; CHECK-NOT: @weft.destructors
@weft.constructors = appending addrspace(1) constant [3 x ptr] [ptr @first, ptr @parameter, ptr @second]
@weft.destructors = appending addrspace(1) constant [2 x ptr] [ptr @third, ptr @fourth]

define internal spir_func void @first() {
  ret void
}
define internal spir_func void @second() {
  ret void
}
define internal spir_func void @third() {
  ret void
}
define internal spir_func void @fourth() {
  ret void
}
define internal spir_func void @parameter(i32 %x) {
  ret void
}

define spir_kernel void @k() !kernel_arg_addr_space !0 {
  ret void
}

; CHECK: define spir_kernel void @weft.construct() #[[CONSTRUCTS:[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: call spir_func void @first()
; CHECK-NEXT: call spir_func void @second()
; CHECK-NEXT: ret void
; CHECK: define spir_kernel void @weft.destroy.all() #[[DESTROYS:[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: call spir_func void @fourth()
; CHECK-NEXT: call spir_func void @third()
; CHECK-NEXT: ret void
; CHECK: attributes #[[CONSTRUCTS]] = { "weft-constructs" }
; CHECK: attributes #[[DESTROYS]] = { "weft-destroys" }

!0 = !{}
