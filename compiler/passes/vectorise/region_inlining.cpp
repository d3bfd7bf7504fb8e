// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/region_inlining.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// A call of a function of at most so many instructions; null if there is none.
CallInst *findInlinableCall(Function &function, unsigned mostInstructions) {
  for (Instruction &instruction : instructions(function)) {
    Function *callee = calleeOf(instruction);
    if (callee && !callee->isDeclaration() && callee != &function && !callee->isConvergent() &&
        !staysCall(callee->getName()) && callee->getInstructionCount() <= mostInstructions)
      return cast<CallInst>(&instruction);
  }
  return nullptr;
}

// False if calls are left because the function has grown too large.
bool inlineSmallFunctions(Function &function) {
  while (CallInst *call = findInlinableCall(function, CostModel::inlineLimit)) {
    InlineFunctionInfo info;
    if (function.getInstructionCount() >= CostModel::regionLimit)
      return false;
    if (!InlineFunction(*call, info).isSuccess())
      break;
  }
  return true;
}

} // namespace

Inlining inlineFunctions(Function &region) {
  Inlining done = Inlining::Small;
  while (inlineSmallFunctions(region)) {
    const unsigned size = region.getInstructionCount();
    CallInst *call = size < CostModel::largeInlinesLimit
                         ? findInlinableCall(region, CostModel::largeInlinesLimit - size)
                         : nullptr;
    InlineFunctionInfo info;
    if (!call || !InlineFunction(*call, info).isSuccess())
      return done;
    done = Inlining::Large;
  }
  return Inlining::Unfinished;
}

} // namespace weft::compiler
