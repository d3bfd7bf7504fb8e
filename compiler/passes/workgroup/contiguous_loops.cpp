// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/contiguous_loops.h"

#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loop_marks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#define DEBUG_TYPE "weft-contiguous-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsKept, "Loops over neighbouring elements that are not unrolled early");

namespace {

constexpr const char *unrollDisable = "llvm.loop.unroll.disable";

bool isContiguous(const Instruction &access, const Loop &loop, ScalarEvolution &evolution) {
  const Type *type = getLoadStoreType(&access);
  const auto *address = dyn_cast<SCEVAddRecExpr>(
      evolution.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(&access))));
  const auto *step = address && address->getLoop() == &loop
                         ? dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution))
                         : nullptr;
  return step &&
         step->getAPInt() == access.getDataLayout().getTypeAllocSize(const_cast<Type *>(type));
}

// Whether LLVM vectorises such an instruction well.
bool isElementwise(const Instruction &instruction, const Loop &loop, ScalarEvolution &evolution) {
  if (instruction.getType()->isVectorTy())
    return false;
  if (isa<LoadInst, StoreInst>(instruction))
    return !getLoadStoreType(&instruction)->isVectorTy() &&
           isContiguous(instruction, loop, evolution);
  if (const auto *call = dyn_cast<CallInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID());
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    return evolution.isSCEVable(phi->getType()) &&
           isa<SCEVAddRecExpr>(evolution.getSCEV(const_cast<PHINode *>(phi)));
  return !instruction.mayReadOrWriteMemory();
}

bool isCandidate(const Loop &loop, ScalarEvolution &evolution) {
  const BasicBlock &body = *loop.getHeader();
  return loop.isInnermost() && loop.getNumBlocks() == 1 && loop.isLoopSimplifyForm() &&
         !getBooleanLoopAttribute(&loop, unrollDisable) &&
         any_of(body, [](const Instruction &step) { return isa<StoreInst>(step); }) &&
         all_of(body,
                [&](const Instruction &step) { return isElementwise(step, loop, evolution); }) &&
         evolution.getSmallConstantTripCount(&loop) >= limits::versionedRounds;
}

} // namespace

PreservedAnalyses KeepContiguousLoopsPass::run(Function &function,
                                               FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty() || function.hasFnAttribute(Attribute::Cold))
    return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!isCandidate(*loop, evolution))
      continue;
    const LoopAccessInfo &accesses =
        analyses.getResult<LoopAccessAnalysis>(function).getInfo(*loop);
    if (!accesses.canVectorizeMemory() || accesses.getNumRuntimePointerChecks() == 0)
      continue;
    addStringMetadataToLoop(loop, contiguousLoopMark, 1);
    addStringMetadataToLoop(loop, unrollDisable, 1);
    ++loopsKept;
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses ReleaseContiguousLoopsPass::run(Function &function,
                                                  FunctionAnalysisManager &analyses) {
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (getBooleanLoopAttribute(loop, contiguousLoopMark))
      loop->setLoopID(makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                     {contiguousLoopMark, unrollDisable}, {}));
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
