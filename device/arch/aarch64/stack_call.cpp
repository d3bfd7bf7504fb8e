// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/stack_call.h"

// The kernel function's arguments come first and stay in their registers. The frame pointer, which
// is callee-saved, holds the caller's stack pointer.
asm(R"(
        .text
        .p2align 4
        .globl  weft_call_on_stack
        .hidden weft_call_on_stack
        .type   weft_call_on_stack, %function
weft_call_on_stack:
        .cfi_startproc
        hint    #34                         // bti c
        stp     x29, x30, [sp, #-16]!
        .cfi_def_cfa_offset 16
        .cfi_offset x29, -16
        .cfi_offset x30, -8
        mov     x29, sp
        .cfi_def_cfa_register x29
        mov     sp, x5
        blr     x4
        mov     sp, x29
        .cfi_def_cfa_register sp
        ldp     x29, x30, [sp], #16
        .cfi_def_cfa_offset 0
        .cfi_restore x29
        .cfi_restore x30
        ret
        .cfi_endproc
        .size   weft_call_on_stack, . - weft_call_on_stack
)");
