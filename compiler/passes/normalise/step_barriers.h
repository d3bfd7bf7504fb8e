// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes barriers right behind group steps.
//
// A step is a barrier as well: the work-items of the group come to it together, what they wrote
// before is seen by it, and what it wrote by all of them. So a barrier is for nothing where every
// way to it comes from a step, or from another such barrier, with nothing but arithmetic between.
// One way without a step, or with an access to memory behind the last one, and the barrier stays.
// Waits for asynchronous copies are barriers.
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

/// Whether the instruction may meet accesses of other work-items.
bool touchesMemory(const llvm::Instruction &instruction);

} // namespace weft::compiler
