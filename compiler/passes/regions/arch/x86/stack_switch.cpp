// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/arch/stack_switch.h"

#include "llvm/ADT/Twine.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral save =
    "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n";
constexpr StringLiteral restore =
    " popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n popq %rcx\n"
    " jmpq *%rcx";

} // namespace

std::string stackSwitchAssembly() {
  return (save + " movq %rsp, (%rdi)\n movq %rsi, %rsp\n" + restore).str();
}

std::string stackStartAssembly(std::uint64_t offset) {
  return (".cfi_undefined %rip\n" + save + " movq %rsp, " + Twine(offset) +
          "(%rdi)\n leaq -16(%rdi), %rsp\n xorl %ebp, %ebp\n callq *%rsi\n ud2")
      .str();
}

std::string stackEndAssembly() { return ("movq %rdi, %rsp\n" + restore).str(); }

} // namespace weft::compiler
