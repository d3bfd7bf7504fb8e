// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/loops/unroll_candidates.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

bool hasSplits(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isSplit); });
}

UnrollCandidates::UnrollCandidates(Function &function)
    : unroller(function), known(function, unroller.loops()) {}

void UnrollCandidates::choose(LoopSet set, bool mayHaveSplits) {
  set.insert_range(chosen);
  if (set.size() == chosen.size() || is_contained(refused, set))
    return;
  const auto mayBeUnrolled = [&](const Loop *loop) {
    return !(hasUnrollTransformation(loop) & TM_Disable) && (mayHaveSplits || !hasSplits(*loop));
  };
  if (staysInBudget(set) && all_of(set, mayBeUnrolled))
    chosen = std::move(set);
  else
    refused.push_back(std::move(set));
}

unsigned UnrollCandidates::unroll() {
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

bool UnrollCandidates::staysInBudget(const LoopSet &set) {
  std::size_t sum = 0;
  for (const Loop *loop : unroller.loops())
    sum += instructionsAfter(*loop, set);
  return sum <= limits::fullUnroll;
}

// Whether unrolling does not fold it.
bool UnrollCandidates::isLeft(const Instruction &instruction) const {
  const Value *address = getLoadStorePointerOperand(&instruction);
  if (isa<GetElementPtrInst>(instruction))
    address = &instruction;
  if (address && isa<AllocaInst>(getUnderlyingObject(address)))
    return false;
  const auto *branch = dyn_cast<BranchInst>(&instruction);
  return branch ? branch->isConditional() && !known.isKnown(*branch->getCondition())
                : !known.isKnown(instruction);
}

// An estimate of the size once the loops of the set are unrolled.
std::size_t UnrollCandidates::instructionsAfter(const Loop &loop, const LoopSet &set) {
  std::size_t rounds = set.contains(&loop) ? unroller.rounds(loop) : 1;
  // A trip count that depends on the parent loop is known once that is unrolled.
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

} // namespace weft::compiler
