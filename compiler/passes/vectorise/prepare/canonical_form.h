// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings a region function into canonical form, and finds what varies in a gang.
//
// A *gang* is VF neighbouring work-items of dimension 0. Its sources of divergence are the local id
// of that dimension, the lane of the context array, private memory, atomics, volatile accesses, and
// calls with effects. LLVM's uniformity analysis takes them from a target description of Weft's.
// The pass rotates loops and converts cheap divergent branches to selects (if_conversion.h). Then
// LLVM's passes give the function one exit, branches in place of switches, reducible cycles, and
// loops with one latch, a preheader and LCSSA form.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

#include <memory>

namespace weft::compiler {

class CanonicalForm {
public:
  CanonicalForm();
  ~CanonicalForm();

  /// Makes the function canonical and returns its analyses, valid until it changes. `costs`, its
  /// kernel's, must outlive them.
  llvm::FunctionAnalysisManager &normalise(llvm::Function &function, const CostModel &costs,
                                           const VectorStages &stages = VectorStages());
  llvm::FunctionAnalysisManager &analyses();
  /// Drops the analyses of a function that is about to be deleted.
  void forget(llvm::Function &function);

private:
  struct Managers;
  std::unique_ptr<Managers> managers;
};

/// Gives loops LCSSA form, where a value of a loop varies behind it if work-items leave the loop in
/// different iterations. Marks what LLVM's uniformity analysis does not see of that
/// (uneven_exits.h). Without it, what is uniform in a loop must not be taken to be so behind it.
void closeLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Makes each function canonical by itself, for tests.
class CanonicalFormPass : public llvm::PassInfoMixin<CanonicalFormPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
