// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/affine/bounded_counters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

std::optional<BoundedCounter> BoundedCounter::of(const PHINode &counter, const LoopInfo &loops,
                                                 bool isSigned) {
  const BasicBlock *header = counter.getParent();
  const Loop *loop = loops.getLoopFor(header);
  BinaryOperator *next = nullptr;
  Value *start = nullptr, *added = nullptr;
  const APInt *step = nullptr;
  if (!loop || loop->getHeader() != header || !loop->getLoopPredecessor() ||
      !loop->getLoopLatch() || !matchSimpleRecurrence(&counter, next, start, added) ||
      next->getOpcode() != Instruction::Add || !match(added, m_APInt(step)) || step->isZero() ||
      step->getSignificantBits() > 16)
    return std::nullopt;
  const auto *end = dyn_cast<BranchInst>(header->getTerminator());
  const auto *test =
      end && end->isConditional() ? dyn_cast<ICmpInst>(end->getCondition()) : nullptr;
  if (!test || test->getOperand(0) != &counter ||
      loop->contains(end->getSuccessor(0)) == loop->contains(end->getSuccessor(1)))
    return std::nullopt;
  const bool staysWhereTrue = loop->contains(end->getSuccessor(0));
  const CmpInst::Predicate stays =
      staysWhereTrue ? test->getPredicate() : test->getInversePredicate();
  const bool goesUp = step->isStrictlyPositive();
  const bool neverLeaps =
      (CmpInst::isStrictPredicate(stays) && step->abs().isOne()) ||
      (isSigned ? next->hasNoSignedWrap() : goesUp && next->hasNoUnsignedWrap());
  if (CmpInst::isEquality(stays) || CmpInst::isSigned(stays) != isSigned || !neverLeaps ||
      goesUp != (ICmpInst::isLT(stays) || ICmpInst::isLE(stays)))
    return std::nullopt;
  return BoundedCounter{start,
                        test->getOperand(1),
                        step->getSExtValue(),
                        stays,
                        {header, end->getSuccessor(staysWhereTrue ? 0 : 1)}};
}

} // namespace weft::compiler
