// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which values are the same for all work-items of a group.
//
// LLVM's uniformity analysis with Weft's sources of divergence: local ids, private memory, atomics,
// volatile accesses, results of scans, and calls that access memory. A load from a uniform address
// is uniform: between two barriers a program without data races cannot store there.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Owns the analysis of one function, in its state at construction.
class GroupUniformity {
public:
  explicit GroupUniformity(llvm::Function &function);
  GroupUniformity(const GroupUniformity &) = delete;
  GroupUniformity &operator=(const GroupUniformity &) = delete;

  /// Whether all work-items that compute the value compute the same one, and every use sees the
  /// same one: a value that leaves a loop in different iterations is not uniform outside.
  bool isUniform(const llvm::Instruction &value) const;
  bool hasDivergentTerminator(const llvm::BasicBlock &block) const;

private:
  llvm::SmallPtrSet<const llvm::Value *, 8> behindUnevenExits;
  llvm::FunctionAnalysisManager analyses;
  llvm::UniformityInfo *info = nullptr;
};

} // namespace weft::compiler
