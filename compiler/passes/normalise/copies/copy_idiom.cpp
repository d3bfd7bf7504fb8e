// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/copies/copy_idiom.h"

#include "compiler/passes/normalise/control_flow/step_barriers.h"
#include "compiler/passes/normalise/copies/copy_loop.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/support/limits.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#define DEBUG_TYPE "weft-copy-idiom"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsReplaced, "Copy loops that became group steps");
ALWAYS_ENABLED_STATISTIC(loopsRefused, "Loops that look like copies but stay");

namespace {

/// The blocks that either all work-items of a group reach together or none of them: no divergent
/// branch controls them.
class CommonPlaces {
public:
  CommonPlaces(Function &kernel, const GroupUniformity &uniformity)
      : uniformity(uniformity), postDominators(kernel) {
    // No block follows an infinite loop, so post-dominance proves nothing there.
    isKnown =
        all_of(postDominators.roots(), [](const BasicBlock *root) { return succ_empty(root); });
  }

  bool contains(BasicBlock &block) {
    if (!isKnown)
      return false;
    SmallPtrSet<BasicBlock *, 1> itself{&block};
    SmallVector<BasicBlock *> deciding;
    ReverseIDFCalculator frontier(postDominators);
    frontier.setDefiningBlocks(itself);
    frontier.calculate(deciding);
    return none_of(deciding, [&](const BasicBlock *branch) {
      return uniformity.hasDivergentTerminator(*branch);
    });
  }

private:
  const GroupUniformity &uniformity;
  PostDominatorTree postDominators;
  bool isKnown;
};

/// Whether every path from the block reaches a split with nothing but arithmetic before it. Blocks
/// in `steps` begin with one.
bool leadsToSplits(BasicBlock &start, const SmallPtrSetImpl<const BasicBlock *> &steps) {
  SmallSetVector<BasicBlock *, 8> blocks;
  blocks.insert(&start);
  unsigned passed = 0;
  for (unsigned index = 0; index != blocks.size(); ++index) {
    BasicBlock &block = *blocks[index];
    if (steps.contains(&block))
      continue;
    const auto end = find_if(block, [&](const Instruction &instruction) {
      return ++passed > limits::copyReach || isSplit(instruction) || touchesMemory(instruction);
    });
    if (end == block.end() && succ_empty(&block))
      return false;
    if (end == block.end())
      blocks.insert(succ_begin(&block), succ_end(&block));
    else if (!isSplit(*end))
      return false;
  }
  return true;
}

/// Selects the loops for which a step pays. A loop's next split may be the step of another loop.
SmallVector<CopyLoop *> chooseWorthwhile(SmallVector<CopyLoop *> loops) {
  SmallVector<CopyLoop *> chosen;
  SmallPtrSet<const BasicBlock *, 8> steps;
  for (std::size_t before = loops.size() + 1; before != loops.size();) {
    before = loops.size();
    erase_if(loops, [&](CopyLoop *loop) {
      if (!leadsToSplits(loop->next(), steps))
        return false;
      steps.insert(&loop->entry());
      chosen.push_back(loop);
      return true;
    });
  }
  return chosen;
}

bool hasSplit(const Function &kernel) { return any_of(instructions(kernel), isSplit); }

bool replaceCopies(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  std::vector<CopyLoop> copies;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (CopyLoop copy(*loop); copy.prepare(dominators, loops))
      copies.push_back(copy);
  if (copies.empty())
    return false;
  const GroupUniformity uniformity(kernel);
  CommonPlaces common(kernel, uniformity);
  SmallVector<CopyLoop *> matching;
  for (CopyLoop &copy : copies)
    if (copy.matches(uniformity) && common.contains(copy.preheader()))
      matching.push_back(&copy);
  const SmallVector<CopyLoop *> chosen = chooseWorthwhile(std::move(matching));
  loopsReplaced += chosen.size();
  loopsRefused += copies.size() - chosen.size();
  LLVM_DEBUG(dbgs() << kernel.getName() << ": of " << copies.size() << " loops that copy, "
                    << chosen.size() << " become steps\n");
  for (CopyLoop *copy : chosen)
    copy->replace();
  return true;
}

} // namespace

void requestCopySteps(Module &module) {
  const bool hasBarrier = any_of(module, [](const Function &function) {
    const StringRef name = function.getName();
    return name.starts_with("_Z7barrier") || name.starts_with("_Z18work_group_barrier") ||
           name.starts_with("_Z17wait_group_events");
  });
  if (!hasBarrier)
    return;
  IRBuilder<> builder(module.getContext());
  Type *number = builder.getInt64Ty();
  Type *global = builder.getPtrTy(globalSpace), *local = builder.getPtrTy(localSpace);
  const auto declare = [&](StringRef name, ArrayRef<Type *> parameters) {
    return cast<Function>(
        module.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), parameters, false))
            .getCallee());
  };
  appendToCompilerUsed(module,
                       {declare(copyToLocalStep, {local, global, number, number, number}),
                        declare(copyToGlobalStep, {global, local, number, number, number})});
}

PreservedAnalyses CopyIdiomPass::run(Module &module, ModuleAnalysisManager &analyses) {
  assert(isRetargeted(module));
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function &kernel : module)
    if (isKernel(kernel) && hasSplit(kernel) && stages.of(kernel).run(VectorStage::CopyIdiom) &&
        replaceCopies(kernel)) {
      changed = true;
      functions.invalidate(kernel, PreservedAnalyses::none());
    }
  // The steps that were requested and are still unused go.
  removeFromUsedLists(module, [](Constant *used) {
    const StringRef name = used->stripPointerCasts()->getName();
    return name == copyToLocalStep || name == copyToGlobalStep;
  });
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
