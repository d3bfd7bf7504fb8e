// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks beside calls of the library in the program's own functions, before they are inlined: calls
// of undefined functions that remain when the library's code takes the calls' place.
#pragma once

#include "compiler/passes/support/library_calls.h"

namespace weft::compiler {

/// `effects`: beside what only marks see.
inline llvm::CallInst *callMark(llvm::IRBuilderBase &builder, llvm::StringRef name,
                                llvm::Type *result, llvm::ArrayRef<llvm::Value *> operands = {},
                                llvm::MemoryEffects effects = llvm::MemoryEffects::none()) {
  return callUndefined(builder, name, result, operands,
                       llvm::MemoryEffects::inaccessibleMemOnly() | effects);
}

} // namespace weft::compiler
