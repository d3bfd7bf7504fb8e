// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/findings/divergent_barriers.h"

#include "compiler/passes/checked/control_dependence.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/remarks.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The first branch that decides over a block and differs, if possible with a line; null if none
// does.
const BasicBlock *findDivergentBranch(const BasicBlock &block, const ControlDependence &dependence,
                                      const GroupUniformity &uniformity) {
  const BasicBlock *found = nullptr;
  for (const BasicBlock *branch : dependence.branchesAbove(block)) {
    if (!uniformity.hasDivergentTerminator(*branch))
      continue;
    if (branch->getTerminator()->getDebugLoc())
      return branch;
    found = found ? found : branch;
  }
  return found;
}

// A branch has the place of its condition.
std::string lineOf(const BasicBlock &branch) {
  const DebugLoc &place = branch.getTerminator()->getDebugLoc();
  return place ? " in line " + std::to_string(place.getLine()) : "";
}

} // namespace

PreservedAnalyses DivergentBarriersPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  dropUnreachableDefaults(function);
  const GroupUniformity uniformity(function);
  const ControlDependence dependence(function);
  for (const Instruction &instruction : instructions(function)) {
    if (!isSplit(instruction))
      continue;
    if (const BasicBlock *branch =
            findDivergentBranch(*instruction.getParent(), dependence, uniformity))
      function.getContext().diagnose(
          Remark(function, "barriers",
                 nameOfGroupCall(instruction) +
                     " that some work-items of a group may not reach: the condition" +
                     lineOf(*branch) + " may differ between them",
                 instruction.getDebugLoc()));
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
