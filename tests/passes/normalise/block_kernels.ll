; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-retarget,weft-block-kernels %s 2>&1 | FileCheck %s

; Kernels of blocks come last and are numbers where others name them. Literals have no functions.
; Queues and events in literals are numbers. A kernel with such a name that has arguments with names
; is the program's own.
target triple = "spir64-unknown-unknown"

; CHECK: @literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)) }
@literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @k_block_invoke to ptr addrspace(4)) }

define internal spir_func void @k_block_invoke(ptr addrspace(4) %literal) {
  ret void
}

define spir_kernel void @k_block_invoke_kernel(ptr addrspace(4) %literal) {
  call spir_func void @k_block_invoke(ptr addrspace(4) %literal)
  ret void
}

declare spir_func i32 @__enqueue_kernel_basic(target("spirv.Queue"), i32, ptr, ptr addrspace(4), ptr addrspace(4))

; CHECK: define void @k(i64 "weft-opaque"="spirv.Queue" %queue)
; CHECK: %block = alloca <{ i32, i32, ptr addrspace(4), i64 }>
; CHECK: store ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)), ptr %invoke
; CHECK: store i64 %queue
; CHECK: call i32 @__enqueue_kernel_basic(i64 %queue, i32 0, ptr %range, ptr addrspace(4) addrspacecast (ptr inttoptr (i64 2 to ptr) to ptr addrspace(4)),
define spir_kernel void @k(target("spirv.Queue") %queue) !kernel_arg_addr_space !0 {
  %block = alloca <{ i32, i32, ptr addrspace(4), target("spirv.Queue") }>
  %range = alloca [80 x i8]
  %invoke = getelementptr inbounds <{ i32, i32, ptr addrspace(4), target("spirv.Queue") }>, ptr %block, i32 0, i32 2
  store ptr addrspace(4) addrspacecast (ptr @k_block_invoke to ptr addrspace(4)), ptr %invoke
  %captured = getelementptr inbounds <{ i32, i32, ptr addrspace(4), target("spirv.Queue") }>, ptr %block, i32 0, i32 3
  store target("spirv.Queue") %queue, ptr %captured
  %generic = addrspacecast ptr %block to ptr addrspace(4)
  %result = call spir_func i32 @__enqueue_kernel_basic(target("spirv.Queue") %queue, i32 0, ptr %range, ptr addrspace(4) addrspacecast (ptr @k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %generic)
  ret void
}

; CHECK: define void @my_block_invoke_kernel() #[[OWN:[0-9]+]]
define spir_kernel void @my_block_invoke_kernel() !kernel_arg_addr_space !1 {
  ret void
}

; CHECK: define void @k_block_invoke_kernel(ptr addrspace(4) noalias readonly align 8 %literal) #[[BLOCK:[0-9]+]]
; CHECK-NEXT: call void @k_block_invoke(
; CHECK-NOT: define
; CHECK: attributes #[[OWN]] = {
; CHECK-NOT: weft-block-kernel
; CHECK: attributes #[[BLOCK]] = { {{.*}}"weft-block-kernel"
!0 = !{i32 0}
!1 = !{}
