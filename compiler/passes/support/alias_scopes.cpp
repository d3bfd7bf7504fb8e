// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/alias_scopes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"

namespace weft::compiler {

using namespace llvm;

void dropAliasScopes(Instruction &instruction) {
  instruction.setMetadata(LLVMContext::MD_alias_scope, nullptr);
  instruction.setMetadata(LLVMContext::MD_noalias, nullptr);
}

void dropAliasScopes(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    dropAliasScopes(instruction);
    if (isa<NoAliasScopeDeclInst>(instruction))
      instruction.eraseFromParent();
  }
}

} // namespace weft::compiler
