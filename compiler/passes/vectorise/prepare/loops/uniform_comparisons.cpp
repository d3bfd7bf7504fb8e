// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/uniform_comparisons.h"

#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/vectorise/prepare/loops/id_sums.h"

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
// the others to the side. So sums of limits::affineTerms terms with such factors fit in 64 bits.
constexpr std::int64_t largestFactor = 1 << 16, largestConstant = std::int64_t{1} << 40;

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

// Whether a form modulo 2^64 is exact, as all its terms are small. `counter`: a term that is small
// as well where it is added, or null.
bool isSumOfSmallTerms(const AffineForm &form, bool isSigned, const PHINode *counter) {
  return std::abs(form.constant) <= largestConstant &&
         all_of(form.terms, [&](const AffineForm::Term &term) {
           return counter && term.value == counter ? term.factor == 1
                                                   : IdSums::isNear(*term.value, isSigned);
         });
}

// Sums of 64 bits are exact where their terms are small: there is no need that they must not wrap.
// But a difference without a sign must not, and a number in it must not be negative.
bool isTermOfSmallOnes(const Value &value, bool isSigned) {
  const auto *operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || (!isSigned && any_of(operation->operands(), [](const Use &operand) {
        return match(operand.get(), m_Negative());
      })))
    return true;
  const auto *disjoint = dyn_cast<PossiblyDisjointInst>(operation);
  const bool adds =
      operation->getOpcode() == Instruction::Add || (disjoint && disjoint->isDisjoint());
  return !adds && !(operation->getOpcode() == Instruction::Sub &&
                    (isSigned || operation->hasNoUnsignedWrap()));
}

class Comparison {
public:
  Comparison(ICmpInst &comparison, const LoopInfo &loops, const UniformityInfo &uniformity)
      : comparison(comparison), loops(loops), uniformity(uniformity) {}

  bool makeUniform() {
    AffineForm difference;
    if (!isDivergent(comparison.getOperandUse(0)) || !isDivergent(comparison.getOperandUse(1)) ||
        !subtractSides(difference) || !isShared(difference))
      return false;
    replace(difference);
    return true;
  }

private:
  // Whether the difference of both sides is an exact sum in 64 bits.
  bool subtractSides(AffineForm &difference) const {
    const bool isSigned =
        comparison.isSigned() || comparison.isEquality() || comparison.hasSameSign();
    Type &type = *comparison.getOperand(0)->getType();
    const bool isLong = type.isIntegerTy(64);
    if (!isLong &&
        (!isSigned || !type.isIntegerTy() || type.isIntegerTy(1) || type.getIntegerBitWidth() > 32))
      return false;
    AffineForms forms(
        isLong ? WrapPolicy::Modular : WrapPolicy::Exact, comparison.getDataLayout(),
        [&](const Value &value) { return isLong && isTermOfSmallOnes(value, isSigned); });
    for (const unsigned side : {0u, 1u}) {
      const AffineForm form = forms.of(*comparison.getOperand(side));
      if (isLong && !isSumOfSmallTerms(form, isSigned, boundedCounter(comparison, side, loops)))
        return false;
      if (!difference.add(form, side == 0 ? 1 : -1))
        return false;
    }
    erase_if(difference.terms, [](const AffineForm::Term &term) { return term.factor == 0; });
    return std::abs(difference.constant) <= largestConstant &&
           difference.terms.size() <= limits::affineTerms &&
           all_of(difference.terms, [](const AffineForm::Term &term) {
             return std::abs(term.factor) <= largestFactor;
           });
  }

  bool isDivergent(const Use &use) const { return uniformity.isDivergentUse(use); }

  bool isShared(const AffineForm &sum) const {
    const unsigned width = comparison.getOperand(0)->getType()->getIntegerBitWidth();
    return all_of(sum.terms, [&](const AffineForm::Term &term) { return isShared(*term.value); }) &&
           count_if(sum.terms, [&](const AffineForm::Term &term) {
             return term.value->getType()->getIntegerBitWidth() > width;
           }) <= 1;
  }

  // Lanes may leave a loop at different times, and with different values of what it computes.
  bool isShared(const Value &term) const {
    const auto *definition = dyn_cast<Instruction>(&term);
    const Loop *loop = definition ? loops.getLoopFor(definition->getParent()) : nullptr;
    return !uniformity.isDivergent(&term) && (!loop || loop->contains(&comparison));
  }

  // Terms with positive factors are compared with the others and the constant.
  void replace(const AffineForm &difference) {
    IRBuilder<> builder(&comparison);
    std::array<AffineForm, 2> sides;
    sides[1].constant = -difference.constant;
    for (const AffineForm::Term &term : difference.terms)
      sides[term.factor < 0].terms.push_back({term.value, term.isSigned, std::abs(term.factor)});
    const auto emit = [&](const AffineForm &side) {
      return side.emit(builder, *builder.getInt64Ty(), [&](const AffineForm::Term &term) {
        return builder.CreateIntCast(term.value, builder.getInt64Ty(), term.isSigned);
      });
    };
    Value *left = emit(sides[0]), *right = emit(sides[1]);
    const CmpInst::Predicate predicate =
        comparison.isEquality() ? comparison.getPredicate()
                                : ICmpInst::getSignedPredicate(comparison.getPredicate());
    comparison.replaceAllUsesWith(builder.CreateICmp(predicate, left, right));
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
