// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose variables a debugger shows: they stay in memory, at one place for all their life.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// On functions of a program that is built for debuggers (CompileOptions::isDebugged).
inline constexpr llvm::StringLiteral debuggedAttribute = "weft-debugged";

/// On work-group functions whose work-items have stacks (WEFT_KERNEL_HAS_WORK_ITEM_STACKS).
inline constexpr llvm::StringLiteral workItemStacksAttribute = "weft-work-item-stacks";

inline bool isDebugged(const llvm::Function &function) {
  return function.hasFnAttribute(debuggedAttribute);
}

/// Whether the memory is what Clang keeps beside variables: nothing describes it to debuggers, and
/// it may become a value.
bool isTemporary(const llvm::AllocaInst &memory);

/// Declares a variable of the function whose address is in `pointer`, a value that is available
/// before the instruction. The address is kept in a slot of its own, so that debuggers find it
/// anywhere in the function.
void declareAtAddress(llvm::DILocalVariable &variable, llvm::Value &pointer,
                      llvm::Instruction &before);

/// Runs passes on functions that are not debugged.
class UnlessDebuggedPass : public RequiredPass<UnlessDebuggedPass> {
public:
  explicit UnlessDebuggedPass(llvm::FunctionPassManager passes) : passes(std::move(passes)) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    return isDebugged(function) ? llvm::PreservedAnalyses::all() : passes.run(function, analyses);
  }

private:
  llvm::FunctionPassManager passes;
};

} // namespace weft::compiler
