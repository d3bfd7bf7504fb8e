// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/arch/stack_switch.h"

namespace weft::compiler {

namespace {

const std::string save =
    "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n";
const std::string restore =
    " popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n popq %rcx\n"
    " jmpq *%rcx";

} // namespace

std::string stackSwitchAssembly() {
  return save + " movq %rsp, (%rdi)\n movq %rsi, %rsp\n" + restore;
}

std::string stackStartAssembly(std::uint64_t offset) {
  return ".cfi_undefined %rip\n" + save + " movq %rsp, " + std::to_string(offset) +
         "(%rdi)\n leaq -16(%rdi), %rsp\n xorl %ebp, %ebp\n callq *%rsi\n ud2";
}

std::string stackEndAssembly() { return "movq %rdi, %rsp\n" + restore; }

} // namespace weft::compiler
