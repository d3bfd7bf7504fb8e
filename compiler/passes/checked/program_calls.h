// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the library in the program's own functions, before they are inlined, and marks beside
// them: calls of undefined functions that remain when the library's code takes the calls' place.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// The name of the function that an instruction calls directly; empty for others.
llvm::StringRef calleeName(const llvm::Instruction &instruction);

/// Its name in the source, if it is overloaded: "_Z7barrierj" is "barrier".
llvm::StringRef calleeNameInSource(const llvm::Instruction &instruction);

/// `effects`: beside what only marks see.
llvm::CallInst *callMark(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::Type *result,
                         llvm::ArrayRef<llvm::Value *> operands,
                         llvm::MemoryEffects effects = llvm::MemoryEffects::none());

} // namespace weft::compiler
