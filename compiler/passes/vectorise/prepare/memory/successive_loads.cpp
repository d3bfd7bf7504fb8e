// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/memory/successive_loads.h"

#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loops/loop_unrolling.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#define DEBUG_TYPE "weft-successive-loads"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsUnrolled, "Unrolled loops of successive loads");

namespace {

// A load of each lane's next element, and its address in the first iteration.
struct SuccessiveLoad {
  LoadInst *load;
  const SCEV *start;
};

// Whether iterations can follow each other in one block, without effects that delay loads.
bool isSimpleLoop(const Loop &loop, UniformityInfo &uniformity) {
  const BasicBlock &body = *loop.getHeader();
  return loop.getNumBlocks() == 1 && loop.isLoopSimplifyForm() &&
         body.size() <= limits::successiveLoadsBody && !uniformity.hasDivergentTerminator(body) &&
         none_of(body, [](const Instruction &step) {
           return step.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&step);
         });
}

bool isOfLanes(const Instruction &instruction, const UniformityInfo &uniformity) {
  const auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() && !load->getType()->isVectorTy() &&
         uniformity.isDivergent(load->getPointerOperand());
}

SmallVector<Loop *> loopsWithLoads(const LoopInfo &loops, UniformityInfo &uniformity) {
  SmallVector<Loop *> found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (isSimpleLoop(*loop, uniformity) && any_of(*loop->getHeader(), [&](const Instruction &step) {
          return isOfLanes(step, uniformity);
        }))
      found.push_back(loop);
  return found;
}

class Unrolling {
public:
  Unrolling(Function &function, FunctionAnalysisManager &analyses)
      : function(function), uniformity(analyses.getResult<UniformityInfoAnalysis>(function)),
        strides(analyses.getResult<StrideAnalysis>(function)), unroller(function) {}

  /// `header`: of a simple loop. Returns whether the function changed.
  bool run(const BasicBlock &header) {
    Loop &loop = *unroller.loops().getLoopFor(&header);
    const SmallVector<SuccessiveLoad> loads = loadsOf(loop);
    if (loads.empty() || !(needsOrder(loop) || areWholeRecords(loop, loads)) ||
        isa<SCEVCouldNotCompute>(evolution().getBackedgeTakenCount(&loop)))
      return false;
    std::int64_t bytes = 8;
    for (const SuccessiveLoad &one : loads)
      bytes = std::min(bytes, bytesOf(*one.load));
    countRounds(loop, loads);
    loopsUnrolled += unroller.unrollBy(loop, bytes < 4 ? 8 : 4);
    return true;
  }

private:
  ScalarEvolution &evolution() { return unroller.scalarEvolution(); }

  // Whether iterations must run in order. If not, LLVM vectorises the loop of one work-item, which
  // is faster than lanes at distant addresses.
  bool needsOrder(Loop &loop) {
    return any_of(loop.getHeader()->phis(), [&](PHINode &phi) {
      RecurrenceDescriptor reduction;
      const bool isCounter =
          evolution().isSCEVable(phi.getType()) && isa<SCEVAddRecExpr>(evolution().getSCEV(&phi));
      return !isCounter && (!RecurrenceDescriptor::isReductionPHI(&phi, &loop, reduction) ||
                            reduction.hasExactFPMath());
    });
  }

  // Whether each lane loads all bytes from its own first element to that of the next lane.
  bool areWholeRecords(const Loop &loop, ArrayRef<SuccessiveLoad> loads) {
    const std::int64_t rounds = unroller.rounds(loop);
    return all_of(loads, [&](const SuccessiveLoad &one) {
      const Stride *stride = strides.strideOf(*one.load->getPointerOperand());
      return stride && stride->step == rounds * bytesOf(*one.load);
    });
  }

  std::int64_t bytesOf(const LoadInst &load) const {
    return static_cast<std::int64_t>(function.getDataLayout().getTypeAllocSize(load.getType()));
  }

  bool isScattered(const LoadInst &load) const {
    return classifyAccess(strides, load).kind == MemoryAccess::Kind::Scattered;
  }

  SmallVector<SuccessiveLoad> loadsOf(const Loop &loop) {
    SmallVector<SuccessiveLoad> loads;
    for (Instruction &step : *loop.getHeader())
      if (isOfLanes(step, uniformity) && isScattered(cast<LoadInst>(step))) {
        auto &load = cast<LoadInst>(step);
        const auto *address =
            dyn_cast<SCEVAddRecExpr>(evolution().getSCEV(load.getPointerOperand()));
        const auto *bytes = address && address->getLoop() == &loop && address->isAffine()
                                ? dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution()))
                                : nullptr;
        if (bytes && bytes->getAPInt() == static_cast<std::uint64_t>(bytesOf(load)))
          loads.push_back({&load, address->getStart()});
      }
    return loads;
  }

  // Rewrites each address as its start plus an iteration counter.
  void countRounds(Loop &loop, ArrayRef<SuccessiveLoad> loads) {
    BasicBlock &body = *loop.getHeader();
    IRBuilder<> builder(&body, body.begin());
    PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
    round->addIncoming(builder.getInt64(0), loop.getLoopPreheader());
    builder.SetInsertPoint(body.getTerminator());
    round->addIncoming(builder.CreateAdd(round, builder.getInt64(1)), &body);
    SCEVExpander expander(evolution(), "start");
    for (const auto &[load, start] : loads) {
      Value *before = load->getPointerOperand();
      if (!isOfVectorElements(*start) || !expander.isSafeToExpand(start))
        continue;
      Value *first = expander.expandCodeFor(start, before->getType(),
                                            loop.getLoopPreheader()->getTerminator());
      builder.SetInsertPoint(load);
      load->setOperand(LoadInst::getPointerOperandIndex(),
                       builder.CreateGEP(load->getType(), first, round));
      RecursivelyDeleteTriviallyDeadInstructions(before);
    }
    evolution().forgetLoop(&loop);
  }

  Function &function;
  const UniformityInfo &uniformity;
  const StrideInfo &strides;
  LoopUnroller unroller;
};

} // namespace

PreservedAnalyses SuccessiveLoadsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (linearGangs(function))
    return PreservedAnalyses::all();
  SmallVector<BasicBlock *> headers;
  for (Loop *loop : loopsWithLoads(analyses.getResult<LoopAnalysis>(function),
                                   analyses.getResult<UniformityInfoAnalysis>(function)))
    headers.push_back(loop->getHeader());
  if (headers.empty())
    return PreservedAnalyses::all();
  Unrolling unrolling(function, analyses);
  bool changed = false;
  for (const BasicBlock *header : headers)
    changed |= unrolling.run(*header);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
