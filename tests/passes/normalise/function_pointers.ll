; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-function-pointers %s | FileCheck %s

; Functions whose addresses are taken have numbers, in constants too. Calls through pointers are calls
; of one function for each type, which chooses by the number. Functions of the driver keep their
; addresses, blocks are left to another pass, and what LLVM is to keep says nothing.
target triple = "spir64-unknown-unknown"

; CHECK: @table = internal addrspace(2) constant [2 x ptr addrspace(4)] [ptr addrspace(4) inttoptr (i64 1 to ptr addrspace(4)), ptr addrspace(4) inttoptr (i64 2 to ptr addrspace(4))]
@table = internal addrspace(2) constant [2 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr @add to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr @twice to ptr addrspace(4))]

; CHECK: @llvm.compiler.used = appending global [2 x ptr] [ptr @add, ptr @kept]
@llvm.compiler.used = appending global [2 x ptr] [ptr @add, ptr @kept]

define internal spir_func i32 @kept(i32 %x) {
  ret i32 %x
}

define internal spir_func i32 @add(i32 %x) {
  %sum = add i32 %x, 3
  ret i32 %sum
}

define internal spir_func i32 @twice(i32 %x) {
  %product = mul i32 %x, 2
  ret i32 %product
}

define internal spir_func void @other(ptr byval({ i32, i32 }) %pair) {
  ret void
}

define internal spir_func void @k_block_invoke(ptr addrspace(4) %literal) {
  ret void
}

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %address = ptrtoint ptr inttoptr (i64 3 to ptr) to i64
; CHECK: %block = ptrtoint ptr @k_block_invoke to i64
; CHECK: %[[NUMBER:[0-9]+]] = ptrtoint ptr addrspace(4) %generic to i64
; CHECK: %result = call spir_func i32 @[[INTEGER:call.through.pointer[.0-9]*]](i64 %[[NUMBER]], i32 7)
; CHECK: call spir_func void @[[PAIR:call.through.pointer[.0-9]*]](i64 %{{[0-9]+}}, ptr %pair)
; CHECK: call spir_func i32 @[[INTEGER]](i64 0, i32 8)
; CHECK: call spir_func i32 @add(i32 9)
define spir_kernel void @k(ptr addrspace(4) %generic, ptr %pointer) {
  %pair = alloca { i32, i32 }
  %address = ptrtoint ptr @other to i64
  %block = ptrtoint ptr @k_block_invoke to i64
  %cast = addrspacecast ptr addrspace(4) %generic to ptr
  %result = call spir_func i32 %cast(i32 7)
  call spir_func void %pointer(ptr %pair)
  %none = call spir_func i32 null(i32 8)
  %direct = call spir_func i32 @add(i32 9)
  ret void
}

; CHECK-LABEL: define internal void @__weft_call_of_driver(
; CHECK: call void %function(i64 1)
define internal void @__weft_call_of_driver(i64 %address) {
  %function = inttoptr i64 %address to ptr
  call void %function(i64 1)
  ret void
}

; CHECK: define internal spir_func i32 @[[INTEGER]](i64 %0, i32 %1)
; CHECK: switch i64 %0, label %none [
; CHECK-NEXT: i64 1, label %add
; CHECK-NEXT: i64 2, label %twice
; CHECK-NEXT: ]
; CHECK: none:
; CHECK-NEXT: ret i32 0
; CHECK: call spir_func i32 @add(i32 %1)
; CHECK: call spir_func i32 @twice(i32 %1)

; CHECK: define internal spir_func void @[[PAIR]](i64 %0, ptr %1)
; CHECK: i64 3, label %other
; CHECK: call spir_func void @other(ptr byval({ i32, i32 }) %1)
