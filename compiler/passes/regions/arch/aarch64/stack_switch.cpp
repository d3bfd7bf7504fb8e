// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/arch/stack_switch.h"

#include "llvm/ADT/Twine.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Of vector registers a callee saves the lower halves of v8 to v15.
constexpr StringLiteral save =
    "stp x19, x20, [sp, #-160]!\n stp x21, x22, [sp, #16]\n"
    " stp x23, x24, [sp, #32]\n stp x25, x26, [sp, #48]\n"
    " stp x27, x28, [sp, #64]\n stp x29, x30, [sp, #80]\n"
    " stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n"
    " stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n mov x9, sp\n";
constexpr StringLiteral restore = " ldp d14, d15, [sp, #144]\n ldp d12, d13, [sp, #128]\n"
                                  " ldp d10, d11, [sp, #112]\n ldp d8, d9, [sp, #96]\n"
                                  " ldp x29, x30, [sp, #80]\n ldp x27, x28, [sp, #64]\n"
                                  " ldp x25, x26, [sp, #48]\n ldp x23, x24, [sp, #32]\n"
                                  " ldp x21, x22, [sp, #16]\n ldp x19, x20, [sp], #160\n ret";

} // namespace

std::string stackSwitchAssembly() {
  return (save + " str x9, [x0]\n mov sp, x1\n" + restore).str();
}

std::string stackStartAssembly(std::uint64_t offset) {
  return (".cfi_undefined x30\n" + save + " str x9, [x0, #" + Twine(offset) +
          "]\n mov sp, x0\n mov x29, xzr\n blr x1\n brk #1")
      .str();
}

std::string stackEndAssembly() { return ("mov sp, x0\n" + restore).str(); }

} // namespace weft::compiler
