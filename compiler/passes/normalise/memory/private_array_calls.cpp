// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/private_array_calls.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#define DEBUG_TYPE "weft-inline"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(callsInlined, "Inlined calls with addresses of private arrays");

namespace {

bool isArray(const Value &address) {
  const auto *alloca = dyn_cast<AllocaInst>(getUnderlyingObject(&address));
  if (!alloca || !alloca->isStaticAlloca() || !alloca->getAllocatedType()->isArrayTy())
    return false;
  const auto bytes = alloca->getAllocationSize(alloca->getDataLayout());
  return bytes && *bytes <= limits::stackArray;
}

bool isInlinable(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && !callee->isInterposable() &&
         callee != call.getFunction() && !callee->hasFnAttribute(Attribute::NoInline) &&
         !callee->isConvergent() && !staysCall(callee->getName()) && !findPrimitive(call) &&
         callee->getInstructionCount() <= limits::arrayHelper &&
         any_of(call.args(), [](const Use &argument) {
           return argument->getType()->isPointerTy() && isArray(*argument);
         });
}

/// Pointers that a function keeps in variables, as Clang writes parameters, become values.
void promotePointers(Function &function) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction);
        alloca && alloca->getAllocatedType()->isPointerTy() && isAllocaPromotable(alloca))
      variables.push_back(alloca);
  if (variables.empty())
    return;
  DominatorTree tree(function);
  PromoteMemToReg(variables, tree);
}

bool hasArray(const Function &kernel) {
  return any_of(kernel.getEntryBlock(), [](const Instruction &instruction) {
    return isa<AllocaInst>(instruction) && isArray(instruction);
  });
}

void inlineCalls(Function &kernel) {
  const unsigned limit = kernel.getInstructionCount() + limits::arrayHelpersGrowth;
  for (unsigned round = 0; round != limits::arrayHelperNesting; ++round) {
    promotePointers(kernel);
    SmallVector<CallInst *> calls;
    for (Instruction &instruction : instructions(kernel))
      if (auto *call = dyn_cast<CallInst>(&instruction); call && isInlinable(*call))
        calls.push_back(call);
    bool inlinedNow = false;
    for (CallInst *call : calls) {
      InlineFunctionInfo info;
      if (kernel.getInstructionCount() + call->getCalledFunction()->getInstructionCount() > limit)
        break;
      inlinedNow |= InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess();
      ++callsInlined;
    }
    if (!inlinedNow)
      break;
  }
}

} // namespace

void inlineArrayHelpers(Module &module) {
  for (Function &function : module)
    if (isKernel(function) && hasArray(function))
      inlineCalls(function);
}

} // namespace weft::compiler
