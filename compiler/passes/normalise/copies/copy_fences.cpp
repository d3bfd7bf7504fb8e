// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/copies/copy_fences.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-copy-fences"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(fencesDropped, "Copies to global memory without a fence");

namespace {

// kernel-lib/async/async.h
constexpr StringLiteral copyName = "__weft_group_step_copy_to_global";

bool mayPublish(const Instruction &instruction) {
  const auto *store = dyn_cast<StoreInst>(&instruction);
  const auto *call = dyn_cast<CallInst>(&instruction);
  return instruction.isAtomic() || (store && store->isVolatile()) ||
         (call && !call->getCalledFunction() && !call->isInlineAsm());
}

} // namespace

bool isUnfencedCopy(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || callee->getName() != copyName)
    return false;
  const auto *fences = dyn_cast<ConstantInt>(call.getArgOperand(call.arg_size() - 1));
  return fences && fences->isZero();
}

PreservedAnalyses CopyFencesPass::run(Module &module, ModuleAnalysisManager &) {
  Function *copy = module.getFunction(copyName);
  if (!copy)
    return PreservedAnalyses::all();
  for (const Function &function : module)
    if (&function != copy && any_of(instructions(function), mayPublish)) {
      LLVM_DEBUG(dbgs() << "fences stay: " << function.getName() << " may publish a copy\n");
      return PreservedAnalyses::all();
    }
  for (User *user : copy->users())
    if (auto *call = dyn_cast<CallInst>(user)) {
      assert(call->arg_size() == copy->arg_size() && "the last operand asks for the fence");
      const unsigned last = call->arg_size() - 1;
      ++fencesDropped;
      call->setArgOperand(last, ConstantInt::get(call->getArgOperand(last)->getType(), 0));
    }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
