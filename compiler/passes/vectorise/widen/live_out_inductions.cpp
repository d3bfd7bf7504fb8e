// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/live_out_inductions.h"

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(liveOutsCounted, "Live-out inductions counted for each lane");

namespace {

/// A mask, and whether it denotes its own lanes or the others.
using Literal = PointerIntPair<Value *, 1, bool>;
using Conjunction = SmallSetVector<Literal, 4>;

Literal literalOf(Value *mask, bool isMeant) {
  for (Value *inner = nullptr; match(mask, m_Not(m_Value(inner))); mask = inner)
    isMeant = !isMeant;
  return {mask, isMeant};
}

Conjunction conjunctsOf(Value *mask) {
  Conjunction conjuncts;
  SmallVector<Value *> left{mask};
  while (!left.empty()) {
    Value *part = left.pop_back_val();
    Value *first = nullptr;
    Value *second = nullptr;
    if (match(part, m_LogicalAnd(m_Value(first), m_Value(second))))
      left.append({first, second});
    else
      conjuncts.insert(literalOf(part, true));
  }
  return conjuncts;
}

bool implies(const Conjunction &strong, const Conjunction &weak) {
  return all_of(weak, [&](Literal literal) { return strong.contains(literal); });
}

/// A loop with one entry and one latch.
struct SingleLatchLoop {
  BasicBlock *header, *before, *latch;
  Value *first(PHINode &phi) const { return phi.getIncomingValueForBlock(before); }
  Value *next(PHINode &phi) const { return phi.getIncomingValueForBlock(latch); }
};

/// A phi of the loop with a constant step per iteration.
struct Induction {
  PHINode *phi;
  Value *next;
  APInt step;
};

std::optional<Induction> inductionOf(Value *scalar, const SingleLatchLoop &cycle) {
  const APInt *step = nullptr;
  for (PHINode &phi : cycle.header->phis()) {
    Value *next = cycle.next(phi);
    if ((scalar == &phi || scalar == next) && match(next, m_Add(m_Specific(&phi), m_APInt(step))))
      return Induction{&phi, next, *step};
  }
  return std::nullopt;
}

/// The lanes that get the induction's next value from a select between that and its current value;
/// nothing for other selects.
std::optional<Conjunction> lanesThatStep(Value *choice, const Induction &induction) {
  Conjunction lanes;
  Value *condition = nullptr;
  Value *yes = nullptr;
  Value *no = nullptr;
  while (match(choice, m_Select(m_Value(condition), m_Value(yes), m_Value(no)))) {
    const bool isNegated = getSplatValue(yes) == induction.phi;
    if (!isNegated && getSplatValue(no) != induction.phi)
      return std::nullopt;
    lanes.insert(literalOf(condition, !isNegated));
    choice = isNegated ? no : yes;
  }
  return getSplatValue(choice) == induction.next ? std::optional(lanes) : std::nullopt;
}

/// Any splat that the select leads to.
Value *someScalar(Value *choice) {
  while (auto *select = dyn_cast<SelectInst>(choice))
    choice = select->getTrueValue();
  return getSplatValue(choice);
}

/// The lanes, as a mask before the blend.
Value *maskOf(const Conjunction &lanes, Instruction &blend) {
  IRBuilder<> builder(&blend);
  Value *mask = nullptr;
  for (const Literal literal : lanes) {
    Value *part = literal.getPointer();
    if (!literal.getInt())
      part = builder.CreateNot(part);
    mask = mask ? builder.CreateLogicalAnd(mask, part) : part;
  }
  return mask;
}

/// `out` is a phi in the loop's header. Returns whether it was replaced by a count.
bool countLanes(PHINode &out, const SingleLatchLoop &cycle, const DominatorTree &tree) {
  Value *mask = nullptr;
  Value *choice = nullptr;
  auto *blend = dyn_cast<Instruction>(cycle.next(out));
  if (!out.getType()->isIntOrIntVectorTy() || !out.getType()->isVectorTy() || !out.hasOneUse() ||
      !blend || !match(blend, m_Select(m_Value(mask), m_Value(choice), m_Specific(&out))))
    return false;
  auto *active = dyn_cast<PHINode>(mask);
  Value *scalar = someScalar(choice);
  const auto induction = scalar ? inductionOf(scalar, cycle) : std::nullopt;
  if (!active || active->getParent() != cycle.header || !induction)
    return false;
  auto stepping = lanesThatStep(choice, *induction);
  if (!stepping)
    return false;
  stepping->insert({active, true});
  // Then lanes in an iteration were in the previous one, and got the next value there.
  Value *staying = cycle.next(*active);
  const Conjunction stay = conjunctsOf(staying);
  if (!implies(stay, *stepping))
    return false;

  IRBuilder<> before(cycle.before->getTerminator());
  const auto lanes = cast<FixedVectorType>(out.getType())->getElementCount();
  Value *first = before.CreateVectorSplat(lanes, cycle.first(*induction->phi));
  out.setIncomingValueForBlock(cycle.before,
                               before.CreateSelect(cycle.first(*active), first, cycle.first(out)));
  const bool areSame = implies(*stepping, stay) && tree.dominates(staying, blend);
  IRBuilder<> builder(blend);
  Value *lanesOfStep = areSame ? staying : maskOf(*stepping, *blend);
  Value *stepped = builder.CreateAdd(&out, ConstantInt::get(out.getType(), induction->step));
  blend->replaceAllUsesWith(builder.CreateSelect(lanesOfStep, stepped, &out));
  RecursivelyDeleteTriviallyDeadInstructions(blend);
  return true;
}

} // namespace

void countLiveOutInductions(const DominatorTree &tree) {
  const LoopInfo loops(tree);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const SingleLatchLoop cycle{loop->getHeader(), loop->getLoopPredecessor(),
                                loop->getLoopLatch()};
    if (!cycle.before || !cycle.latch)
      continue;
    for (PHINode &phi : cycle.header->phis())
      liveOutsCounted += countLanes(phi, cycle, tree);
  }
}

} // namespace weft::compiler
