// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/arithmetic/inline_arithmetic.h"

#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-inline-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(callsInlined, "Inlined calls of small functions of relaxed arithmetic");

namespace {

/// Most instructions of a function before optimisation move its variables.
constexpr unsigned mostInstructions = 100;
/// Callers that are larger stay as they are.
constexpr unsigned largestCaller = 20'000;
/// Calls that a small function makes to others are inlined first, so often.
constexpr unsigned mostRounds = 4;

bool isRelaxed(const Instruction &instruction) {
  const auto *operation = dyn_cast<FPMathOperator>(&instruction);
  return operation && (operation->hasAllowContract() || operation->hasAllowReassoc());
}

bool callsOthers(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
  });
}

bool isSmallArithmetic(const Function &function) {
  return function.size() == 1 && function.front().size() <= mostInstructions &&
         !isKernel(function) && !function.hasFnAttribute(Attribute::NoInline) &&
         !function.isInterposable() && any_of(instructions(function), isRelaxed) &&
         !callsOthers(function);
}

bool inlineCalls(Function &callee) {
  bool changed = false;
  for (User *user : make_early_inc_range(callee.users())) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != &callee ||
        call->getFunction()->getInstructionCount() > largestCaller)
      continue;
    InlineFunctionInfo info;
    if (!InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess())
      continue;
    ++callsInlined;
    changed = true;
  }
  return changed;
}

} // namespace

PreservedAnalyses InlineArithmeticPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (unsigned round = 0; round != mostRounds; ++round) {
    bool changedNow = false;
    for (Function &function : module)
      if (isSmallArithmetic(function))
        changedNow |= inlineCalls(function);
    if (!changedNow)
      break;
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
