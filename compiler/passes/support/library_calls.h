// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Direct calls of functions that are known by name: those of the kernel library, and undefined ones
// that stand for something between passes.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/ModRef.h"

namespace weft::compiler {

/// The function that an instruction calls directly; null for other instructions.
llvm::Function *calleeOf(const llvm::Instruction &instruction);

/// Its name; empty for other instructions.
llvm::StringRef calleeName(const llvm::Instruction &instruction);

/// Calls an undefined function, which returns and has no effects but these.
llvm::CallInst *callUndefined(llvm::IRBuilderBase &builder, const llvm::Twine &name,
                              llvm::Type *result, llvm::ArrayRef<llvm::Value *> operands = {},
                              llvm::MemoryEffects effects = llvm::MemoryEffects::none());

} // namespace weft::compiler
