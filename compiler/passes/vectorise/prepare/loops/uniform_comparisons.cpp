// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/uniform_comparisons.h"

#include "compiler/passes/analysis/strides/value_ranges.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <array>

#define DEBUG_TYPE "weft-uniform-comparisons"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(comparisonsMadeUniform, "Comparisons whose varying terms cancel out");

namespace {

// Each side has 32 bits, and so have its terms but one, which is little more than the difference of
// the others to the side. So sums of limits::comparedTerms terms with such factors fit in 64 bits.
constexpr std::int64_t largestFactor = 1 << 16, largestConstant = std::int64_t{1} << 40;

// constant + the sum of factor * term, each term extended with its sign.
struct Sum {
  SmallMapVector<Value *, std::int64_t, 4> terms;
  std::int64_t constant = 0;

  bool add(Value &term, std::int64_t factor) {
    if (auto *number = dyn_cast<ConstantInt>(&term)) {
      if (number->getValue().getSignificantBits() > 32)
        return false;
      constant += factor * number->getSExtValue();
      return std::abs(constant) <= largestConstant;
    }
    terms[&term] += factor;
    return terms.size() <= limits::comparedTerms && std::abs(terms[&term]) <= largestFactor;
  }
};

bool isSumOfDisjointBits(const Operator &operation) {
  const auto *disjoint = dyn_cast<PossiblyDisjointInst>(&operation);
  return disjoint && disjoint->isDisjoint();
}

// Adds factor * value, which is of at most 32 bits, or a part of a sum that is.
bool addTo(Sum &sum, Value &value, std::int64_t factor, unsigned depth = 0) {
  if (std::abs(factor) > largestFactor)
    return false;
  const auto *operation = dyn_cast<Operator>(&value);
  if (!operation || depth == limits::valueDepth)
    return sum.add(value, factor);
  Value *first = operation->getNumOperands() > 0 ? operation->getOperand(0) : nullptr;
  if (const auto *cut = dyn_cast<TruncInst>(&value); cut && cut->hasNoSignedWrap())
    return addTo(sum, *first, factor, depth + 1);
  const auto *widened = dyn_cast<ZExtInst>(&value);
  if (isa<SExtInst>(value) || (widened && widened->hasNonNeg()))
    return addTo(sum, *first, factor, depth + 1);
  const auto *bounded = dyn_cast<OverflowingBinaryOperator>(&value);
  if (!isSumOfDisjointBits(*operation) && !(bounded && bounded->hasNoSignedWrap()))
    return sum.add(value, factor);
  Value *second = operation->getOperand(1);
  const auto *number = dyn_cast<ConstantInt>(second);
  switch (operation->getOpcode()) {
  case Instruction::Add:
  case Instruction::Or:
    return addTo(sum, *first, factor, depth + 1) && addTo(sum, *second, factor, depth + 1);
  case Instruction::Sub:
    return addTo(sum, *first, factor, depth + 1) && addTo(sum, *second, -factor, depth + 1);
  case Instruction::Mul:
    if (number && std::abs(number->getSExtValue()) <= largestFactor)
      return addTo(sum, *first, factor * number->getSExtValue(), depth + 1);
    break;
  case Instruction::Shl:
    if (number && number->getValue().ult(16))
      return addTo(sum, *first, factor << number->getZExtValue(), depth + 1);
    break;
  default:
    break;
  }
  return sum.add(value, factor);
}

// The counter that the loop's end compares, if the loop goes on as long as `side` is less: then it
// grows from 0, and is hardly more than the other side of the comparison.
const PHINode *boundedCounter(const ICmpInst &comparison, unsigned side, const LoopInfo &loops) {
  const Loop *loop = loops.getLoopFor(comparison.getParent());
  const auto *end = dyn_cast<BranchInst>(comparison.getParent()->getTerminator());
  if (!loop || loop->getLoopLatch() != comparison.getParent() || !end->isConditional() ||
      end->getCondition() != &comparison)
    return nullptr;
  const CmpInst::Predicate predicate = end->getSuccessor(0) == loop->getHeader()
                                           ? comparison.getPredicate()
                                           : comparison.getInversePredicate();
  const bool goesUp = side == 0 ? ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate)
                                : ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate);
  if (!goesUp)
    return nullptr;
  for (const PHINode &phi : loop->getHeader()->phis()) {
    const auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop->getLoopLatch()));
    const auto *step = next && next->getOpcode() == Instruction::Add && next->getOperand(0) == &phi
                           ? dyn_cast<ConstantInt>(next->getOperand(1))
                           : nullptr;
    if (step && step->getValue().isStrictlyPositive() && step->getValue().ule(largestFactor) &&
        match(phi.getIncomingValueForBlock(loop->getLoopPredecessor()), m_Zero()))
      return &phi;
  }
  return nullptr;
}

// Sums of 64 bits are exact where their terms are small: there is no need that they must not wrap.
class SmallTerms {
public:
  /// `counter`: a term that is small as well where it is added, or null. `factor`: of the sum.
  SmallTerms(bool isSigned, const PHINode *counter, std::int64_t factor)
      : isSigned(isSigned), counter(counter), factorOfSum(factor) {}

  bool addTo(Sum &sum, Value &value) const { return addTo(sum, value, factorOfSum, 0); }

private:
  bool addTo(Sum &sum, Value &value, std::int64_t factor, unsigned depth) const {
    const auto *operation = dyn_cast<BinaryOperator>(&value);
    const bool adds = operation && (operation->getOpcode() == Instruction::Add ||
                                    isSumOfDisjointBits(*cast<Operator>(&value)));
    // A difference without a sign must not wrap.
    const bool subtracts = operation && operation->getOpcode() == Instruction::Sub &&
                           (isSigned || operation->hasNoUnsignedWrap());
    if ((adds || subtracts) && depth != limits::valueDepth)
      return addTo(sum, *operation->getOperand(0), factor, depth + 1) &&
             addTo(sum, *operation->getOperand(1), adds ? factor : -factor, depth + 1);
    return isSmall(value, factor) && sum.add(value, factor);
  }

  bool isSmall(const Value &value, std::int64_t factor) const {
    constexpr unsigned bits = 40;
    if (&value == counter)
      return factor == factorOfSum;
    if (const auto *number = dyn_cast<ConstantInt>(&value))
      return isSigned || !number->isNegative();
    const ConstantRange range = rangeInSmallLaunch(value);
    return isSigned ? range.getSignedMin().getSignificantBits() <= bits &&
                          range.getSignedMax().getSignificantBits() <= bits
                    : range.getUnsignedMax().getActiveBits() < bits;
  }

  const bool isSigned;
  const PHINode *const counter;
  const std::int64_t factorOfSum;
};

class Comparison {
public:
  Comparison(ICmpInst &comparison, const LoopInfo &loops, const UniformityInfo &uniformity)
      : comparison(comparison), loops(loops), uniformity(uniformity) {}

  bool makeUniform() {
    Sum sum;
    if (!isDivergent(comparison.getOperandUse(0)) || !isDivergent(comparison.getOperandUse(1)) ||
        !subtractSides(sum) || !isShared(sum))
      return false;
    replace(sum);
    return true;
  }

private:
  // Whether the difference of both sides is such a sum.
  bool subtractSides(Sum &sum) const {
    Value &left = *comparison.getOperand(0), &right = *comparison.getOperand(1);
    const bool isSigned =
        comparison.isSigned() || comparison.isEquality() || comparison.hasSameSign();
    if (left.getType()->isIntegerTy(64))
      return SmallTerms(isSigned, boundedCounter(comparison, 0, loops), 1).addTo(sum, left) &&
             SmallTerms(isSigned, boundedCounter(comparison, 1, loops), -1).addTo(sum, right);
    return isSigned && left.getType()->isIntegerTy() && !left.getType()->isIntegerTy(1) &&
           left.getType()->getIntegerBitWidth() <= 32 && addTo(sum, left, 1) &&
           addTo(sum, right, -1);
  }

  bool isDivergent(const Use &use) const { return uniformity.isDivergentUse(use); }

  bool isShared(const Sum &sum) const {
    unsigned wide = 0;
    for (const auto &[term, factor] : sum.terms) {
      if (factor == 0)
        continue;
      wide += term->getType()->getIntegerBitWidth() >
              comparison.getOperand(0)->getType()->getIntegerBitWidth();
      if (!isShared(*term))
        return false;
    }
    return wide <= 1;
  }

  // Lanes may leave a loop at different times, and with different values of what it computes.
  bool isShared(const Value &term) const {
    const auto *definition = dyn_cast<Instruction>(&term);
    const Loop *loop = definition ? loops.getLoopFor(definition->getParent()) : nullptr;
    return !uniformity.isDivergent(&term) && (!loop || loop->contains(&comparison));
  }

  void replace(const Sum &sum) {
    IRBuilder<> builder(&comparison);
    std::array<Value *, 2> sides{}; // of terms with positive factors, and with negative ones
    const auto add = [&](unsigned side, Value *number) {
      sides[side] = sides[side] ? builder.CreateNSWAdd(sides[side], number) : number;
    };
    for (const auto &[term, factor] : sum.terms) {
      if (factor == 0)
        continue;
      Value *wide = builder.CreateIntCast(term, builder.getInt64Ty(), /*isSigned=*/true);
      const std::int64_t times = std::abs(factor);
      add(factor < 0, times == 1 ? wide : builder.CreateNSWMul(wide, builder.getInt64(times)));
    }
    if (sum.constant != 0 || !sides[1])
      add(1, builder.getInt64(-sum.constant));
    if (!sides[0])
      sides[0] = builder.getInt64(0);
    const CmpInst::Predicate predicate =
        comparison.isEquality() ? comparison.getPredicate()
                                : ICmpInst::getSignedPredicate(comparison.getPredicate());
    comparison.replaceAllUsesWith(builder.CreateICmp(predicate, sides[0], sides[1]));
    comparison.eraseFromParent();
  }

  ICmpInst &comparison;
  const LoopInfo &loops;
  const UniformityInfo &uniformity;
};

} // namespace

PreservedAnalyses UniformComparisonsPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  const UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *comparison = dyn_cast<ICmpInst>(&instruction);
        comparison && Comparison(*comparison, loops, uniformity).makeUniform()) {
      ++comparisonsMadeUniform;
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
