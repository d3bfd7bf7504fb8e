// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/stack_call.h"

// The kernel function's arguments come first and stay in their registers. %rbp, which is
// callee-saved, holds the caller's stack pointer.
asm(R"(
        .text
        .p2align 4
        .globl  weft_call_on_stack
        .hidden weft_call_on_stack
        .type   weft_call_on_stack, @function
weft_call_on_stack:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        movq    %r9, %rsp
        callq   *%r8
        leave
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   weft_call_on_stack, . - weft_call_on_stack
)");
