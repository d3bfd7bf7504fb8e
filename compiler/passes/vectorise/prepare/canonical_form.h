// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings a region function into canonical form, and finds what varies in a gang.
//
// A *gang* is VF neighbouring work-items of dimension 0. Its sources of divergence are the local id
// of that dimension, the lane of the context array, private memory, atomics, volatile accesses, and
// calls with effects. LLVM's uniformity analysis takes them from a target description of Weft's.
//
// One list of passes, over the analyses of gangs, does it (canonical_form.cpp): it lays memory out
// for lanes and gives values strides, turns operations on vectors into those of their components,
// and converts cheap divergent branches to selects. LLVM's passes then give the function one exit,
// branches in place of switches, reducible cycles, and rotated loops with one latch, a preheader
// and LCSSA form. The result is still code for one work-item.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/Function.h"

#include <memory>

namespace weft::compiler {

class CanonicalForm {
public:
  CanonicalForm();
  ~CanonicalForm();

  /// Gives loops versions for gangs that go together, before the index set is split.
  void addVersions(llvm::Function &function, const VectorStages &stages);
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

/// Makes each function canonical by itself, for tests.
class CanonicalFormPass : public RequiredPass<CanonicalFormPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
