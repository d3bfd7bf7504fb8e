// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop of passes that replace instructions one by one.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Replaces each instruction of a function by what `replacementOf` returns for it; null keeps it.
/// That may insert code before the instruction, and split the block there. Returns how many are
/// replaced.
template <class ReplacementOf>
unsigned replaceInstructions(llvm::Function &function, ReplacementOf replacementOf) {
  unsigned count = 0;
  llvm::Instruction *next = &function.getEntryBlock().front();
  while (next) {
    llvm::Instruction &instruction = *next;
    llvm::BasicBlock *behind = instruction.getParent()->getNextNode();
    next = instruction.isTerminator() ? (behind ? &behind->front() : nullptr)
                                      : instruction.getNextNode();
    if (llvm::Value *replacement = replacementOf(instruction)) {
      instruction.replaceAllUsesWith(replacement);
      instruction.eraseFromParent();
      ++count;
    }
  }
  return count;
}

} // namespace weft::compiler
