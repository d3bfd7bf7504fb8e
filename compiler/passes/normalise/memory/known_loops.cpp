// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/known_loops.h"

#include "compiler/passes/normalise/control_flow/step_barriers.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

namespace {

bool staysLoop(const Loop &loop) {
  return hasUnrollTransformation(&loop) & TM_Disable ||
         any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isSplit); });
}

} // namespace

KnownLoops::KnownLoops(Function &function, std::size_t mostInstructions)
    : mostInstructions(mostInstructions), unroller(function), known(function, unroller.loops()) {}

void KnownLoops::choose(LoopSet set) {
  set.insert_range(chosen);
  if (set.size() == chosen.size() || is_contained(refused, set))
    return;
  if (isWorthUnrolling(set))
    chosen = std::move(set);
  else
    refused.push_back(std::move(set));
}

unsigned KnownLoops::run() {
  SmallVector<Loop *> countable;
  for (Loop *loop : unroller.loops().getLoopsInPreorder())
    if (chosen.contains(loop) && unroller.rounds(*loop))
      countable.push_back(loop);
  unsigned unrolled = 0;
  const auto isInnermost = [&](Loop *loop) {
    return none_of(countable, [&](Loop *other) { return other != loop && loop->contains(other); });
  };
  const SmallVector<Loop *> innermost(make_filter_range(countable, isInnermost));
  for (Loop *loop : innermost)
    unrolled += unroller.unroll(*loop);
  return unrolled;
}

bool KnownLoops::isWorthUnrolling(const LoopSet &set) {
  std::size_t sum = 0;
  for (const Loop *loop : unroller.loops())
    sum += instructionsAfter(*loop, set);
  return sum <= mostInstructions && none_of(set, [](const Loop *loop) { return staysLoop(*loop); });
}

// Whether unrolling makes no constant or name of it.
bool KnownLoops::isLeft(const Instruction &instruction) const {
  const Value *address = getLoadStorePointerOperand(&instruction);
  if (isa<GetElementPtrInst>(instruction))
    address = &instruction;
  if (address && isa<AllocaInst>(getUnderlyingObject(address)))
    return false;
  const auto *branch = dyn_cast<BranchInst>(&instruction);
  return branch ? branch->isConditional() && !known.isKnown(*branch->getCondition())
                : !known.isKnown(instruction);
}

// An estimate, for when the loops of the set are unrolled.
std::size_t KnownLoops::instructionsAfter(const Loop &loop, const LoopSet &set) {
  std::size_t rounds = set.contains(&loop) ? unroller.rounds(loop) : 1;
  // Rounds that depend on those of the loop around it are counted when that is unrolled.
  if (!rounds)
    rounds = loop.getParentLoop() ? limits::unknownRounds : limits::uncountable;
  std::size_t sum = 0;
  for (BasicBlock *block : loop.blocks())
    if (unroller.loops().getLoopFor(block) == &loop)
      sum += count_if(*block, [&](const Instruction &instruction) { return isLeft(instruction); });
  for (const Loop *inner : loop)
    sum += instructionsAfter(*inner, set);
  return std::min(sum * rounds, limits::uncountable);
}

unsigned unrollKnownLoops(Function &function, FunctionAnalysisManager &analyses,
                          std::size_t mostInstructions, function_ref<void(KnownLoops &)> choose) {
  const auto simplify = [&](auto pass) {
    analyses.invalidate(function, pass.run(function, analyses));
  };
  simplify(LoopSimplifyPass());
  unsigned unrolled = 0;
  while (true) {
    KnownLoops loops(function, mostInstructions);
    choose(loops);
    const unsigned count = loops.run();
    if (!count)
      return unrolled;
    unrolled += count;
    analyses.invalidate(function, PreservedAnalyses::none());
    // Without ways that are never taken, further loops have a constant number of rounds.
    simplify(SimplifyCFGPass());
    simplify(LoopSimplifyPass());
  }
}

} // namespace weft::compiler
