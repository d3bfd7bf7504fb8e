// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes barriers immediately after group steps.
//
// A step is also a barrier: the work-items of the group reach it together, it sees all their
// earlier writes, and all of them see its writes. So a barrier is redundant if every path to it
// comes from a step, or from another redundant barrier, with only arithmetic between. If one path
// has no step, or accesses memory after the last step, the barrier stays. Waits for asynchronous
// copies are barriers.
#pragma once

#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class StepBarriersPass : public llvm::PassInfoMixin<StepBarriersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Whether the instruction ends a region.
bool isSplit(const llvm::Instruction &instruction);

/// Whether the instruction may conflict with accesses of other work-items.
bool touchesMemory(const llvm::Instruction &instruction);

} // namespace weft::compiler
