// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/stoppable_call.h"

#include <cstdint>

namespace weft::device {
namespace {

/// The registers that functions preserve, and the stack pointer. Clang has no jumps of its own
/// here, and the C library's may reject a change of the stack.
struct Exit {
  std::uint64_t registers[21];
};

constinit thread_local const Exit *endOfCall = nullptr;

} // namespace

/// Returns 0, and 1 once more at each jump to `exit`.
extern "C" [[gnu::visibility("hidden"), gnu::returns_twice]] int
weft_mark_exit(Exit *exit) noexcept;
extern "C" [[gnu::visibility("hidden"), noreturn]] void
weft_jump_to_exit(const Exit *exit) noexcept;

asm(R"(
        .text
        .p2align 4
        .globl  weft_mark_exit
        .hidden weft_mark_exit
        .type   weft_mark_exit, %function
weft_mark_exit:
        .cfi_startproc
        hint    #34                         // bti c
        stp     x19, x20, [x0]
        stp     x21, x22, [x0, #16]
        stp     x23, x24, [x0, #32]
        stp     x25, x26, [x0, #48]
        stp     x27, x28, [x0, #64]
        stp     x29, x30, [x0, #80]
        mov     x1, sp
        str     x1, [x0, #96]
        stp     d8, d9, [x0, #104]
        stp     d10, d11, [x0, #120]
        stp     d12, d13, [x0, #136]
        stp     d14, d15, [x0, #152]
        mov     w0, #0
        ret
        .cfi_endproc
        .size   weft_mark_exit, . - weft_mark_exit

        .globl  weft_jump_to_exit
        .hidden weft_jump_to_exit
        .type   weft_jump_to_exit, %function
weft_jump_to_exit:
        .cfi_startproc
        hint    #34                         // bti c
        ldp     x19, x20, [x0]
        ldp     x21, x22, [x0, #16]
        ldp     x23, x24, [x0, #32]
        ldp     x25, x26, [x0, #48]
        ldp     x27, x28, [x0, #64]
        ldp     x29, x30, [x0, #80]
        ldr     x1, [x0, #96]
        mov     sp, x1
        ldp     d8, d9, [x0, #104]
        ldp     d10, d11, [x0, #120]
        ldp     d12, d13, [x0, #136]
        ldp     d14, d15, [x0, #152]
        mov     w0, #1
        ret
        .cfi_endproc
        .size   weft_jump_to_exit, . - weft_jump_to_exit
)");

bool callStoppably(void (*function)(void *), void *argument) noexcept {
  Exit here;
  if (weft_mark_exit(&here))
    return false;
  endOfCall = &here;
  function(argument);
  return true;
}

void endStoppableCall() noexcept { weft_jump_to_exit(endOfCall); }

} // namespace weft::device
