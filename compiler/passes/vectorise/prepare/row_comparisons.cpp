// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/row_comparisons.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Of a sum with a constant, an extension, or a select that guards a division: the operand that
// varies; null for another value.
Value *operandOf(Value &value, ArrayRef<BinaryOperator *> divisions) {
  Value *operand = safeResult(value, divisions);
  if (operand)
    return operand;
  const bool isStep = match(&value, m_Add(m_Value(operand), m_ConstantInt())) ||
                      match(&value, m_ZExtOrSExt(m_Value(operand)));
  return isStep ? operand : nullptr;
}

const BinaryOperator *remainderIn(Value &value, ArrayRef<BinaryOperator *> divisions) {
  Value *inner = &value;
  for (unsigned depth = 0; inner && depth != limits::shortValueDepth;
       ++depth, inner = operandOf(*inner, divisions))
    if (is_contained(divisions, inner)) {
      const auto *division = cast<BinaryOperator>(inner);
      return isRemainder(*division) ? division : nullptr;
    }
  return nullptr;
}

enum class Wrap { Any, Unsigned, Signed };

/// Makes what varies for lane 0, and the conditions that it grows by one from lane to lane.
class FirstLane {
public:
  /// `rest`: what the remainder is in lane 0. `divisions`: of neighbouring lanes.
  FirstLane(IRBuilder<> &builder, const BinaryOperator &remainder, Value *rest, Value *lanes,
            ArrayRef<BinaryOperator *> divisions)
      : builder(builder), remainder(remainder), rest(rest), lanes(lanes), divisions(divisions) {}

  /// Of the lanes' sequence, only these wraps may be left.
  Value *of(Value &value, Wrap excluded) {
    if (&value == &remainder)
      return excluding(rest, excluded, isSignedDivision(remainder) ? excluded : Wrap::Unsigned);
    Value *operand = operandOf(value, divisions);
    if (isa<SelectInst>(value))
      return of(*operand, excluded);
    const auto *cast = dyn_cast<CastInst>(&value);
    if (!cast)
      return excluding(
          builder.CreateAdd(of(*operand, Wrap::Any), llvm::cast<User>(value).getOperand(1)),
          excluded, Wrap::Any);
    const bool isSigned = isa<SExtInst>(cast);
    Value *first = builder.CreateCast(
        cast->getOpcode(), of(*operand, isSigned ? Wrap::Signed : Wrap::Unsigned), cast->getType());
    return excluding(first, excluded, isSigned ? Wrap::Signed : excluded);
  }

  /// From the first lane to the last one.
  Value *span(Type *type) {
    return builder.CreateSub(builder.CreateZExtOrTrunc(lanes, type), ConstantInt::get(type, 1));
  }

  Value *condition() const { return conditions; }

private:
  // The row has room for all lanes, so remainders do not wrap.
  Value *excluding(Value *first, Wrap wanted, Wrap known) {
    if (wanted == Wrap::Any || wanted == known)
      return first;
    const unsigned width = first->getType()->getIntegerBitWidth();
    const bool isSigned = wanted == Wrap::Signed;
    Value *most = builder.CreateSub(
        builder.getInt(isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width)),
        span(first->getType()));
    Value *fits = builder.CreateICmp(isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, first, most);
    conditions = builder.CreateAnd(fits, conditions);
    return first;
  }

  IRBuilder<> &builder;
  const BinaryOperator &remainder;
  Value *rest, *lanes;
  ArrayRef<BinaryOperator *> divisions;
  Value *conditions = builder.getTrue();
};

} // namespace

void RowComparisons::find(ArrayRef<BasicBlock *> blocks, ArrayRef<BinaryOperator *> ofNeighbours,
                          const Instruction &where) {
  divisions = ofNeighbours;
  place = &where;
  for (const BasicBlock *block : blocks)
    if (const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
        branch && branch->isConditional()) {
      BasicBlock &taken = *branch->getSuccessor(0), &other = *branch->getSuccessor(1);
      findIn(*branch->getCondition(),
             CostModel::sideWeight(taken, other) >= CostModel::sideWeight(other, taken), 0);
    }
}

// A condition is wanted if all its comparisons are.
void RowComparisons::findIn(Value &condition, bool wanted, unsigned depth) {
  Value *first = nullptr, *second = nullptr;
  if (depth == limits::shortValueDepth)
    return;
  if (match(&condition, m_Not(m_Value(first))))
    return findIn(*first, !wanted, depth + 1);
  if (wanted ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
             : match(&condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    findIn(*first, wanted, depth + 1);
    return findIn(*second, wanted, depth + 1);
  }
  auto *comparison = dyn_cast<ICmpInst>(&condition);
  if (!comparison || comparison->getPredicate() == (wanted ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE) ||
      any_of(comparisons, [&](const Comparison &known) { return known.original == comparison; }))
    return;
  for (const unsigned side : {0u, 1u})
    if (const auto *remainder = remainderIn(*comparison->getOperand(side), divisions);
        remainder && isShared(*comparison->getOperand(1 - side))) {
      comparisons.push_back({comparison, side, remainder, wanted});
      return;
    }
}

// Whether all lanes share the value, and it is known where the test is, or can be made there.
bool RowComparisons::isShared(const Value &value, unsigned depth) const {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!strides.isUniform(value))
    return false;
  if (!instruction || dominators.dominates(instruction, place))
    return true;
  return depth != limits::shortValueDepth && !isa<PHINode, AllocaInst>(instruction) &&
         !instruction->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(instruction) &&
         all_of(instruction->operands(),
                [&](const Use &operand) { return isShared(*operand, depth + 1); });
}

Value *RowComparisons::sharedAt(IRBuilder<> &builder, Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || dominators.dominates(instruction, place))
    return &value;
  Instruction *copy = instruction->clone();
  copy->dropPoisonGeneratingAnnotations();
  copy->setDebugLoc(DebugLoc());
  for (Use &operand : copy->operands())
    operand.set(sharedAt(builder, *operand));
  return builder.Insert(copy);
}

Value *RowComparisons::emitTest(IRBuilder<> &builder,
                                function_ref<Value *(const BinaryOperator &)> restOf,
                                Value *lanes) {
  Value *areWanted = builder.getTrue();
  for (const Comparison &comparison : comparisons)
    areWanted = builder.CreateAnd(
        emitTest(builder, comparison, restOf(*comparison.remainder), lanes), areWanted);
  return builder.CreateFreeze(areWanted, "inside.row");
}

Value *RowComparisons::emitTest(IRBuilder<> &builder, const Comparison &comparison, Value *rest,
                                Value *lanes) {
  const ICmpInst &original = *comparison.original;
  CmpInst::Predicate predicate =
      comparison.wanted ? original.getPredicate() : original.getInversePredicate();
  if (comparison.side == 1)
    predicate = CmpInst::getSwappedPredicate(predicate);
  Value *bound = sharedAt(builder, *original.getOperand(1 - comparison.side));
  FirstLane lane(builder, *comparison.remainder, rest, lanes, divisions);
  const Wrap excluded = predicate == CmpInst::ICMP_NE  ? Wrap::Any
                        : CmpInst::isSigned(predicate) ? Wrap::Signed
                                                       : Wrap::Unsigned;
  Value *first = lane.of(*original.getOperand(comparison.side), excluded);
  Value *span = lane.span(first->getType());
  const bool isUpper = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  Value *isWanted =
      predicate == CmpInst::ICMP_NE
          ? builder.CreateICmpUGT(builder.CreateSub(bound, first), span)
          : builder.CreateICmp(predicate, isUpper ? builder.CreateAdd(first, span) : first, bound);
  return builder.CreateAnd(isWanted, lane.condition());
}

void RowComparisons::replace(ValueToValueMapTy &copies) const {
  for (const Comparison &comparison : comparisons)
    cast<Instruction>(copies[comparison.original])
        ->replaceAllUsesWith(
            ConstantInt::getBool(comparison.original->getContext(), comparison.wanted));
}

} // namespace weft::compiler
