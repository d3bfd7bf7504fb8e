// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/id_sums.h"

#include "compiler/passes/analysis/strides/value_ranges.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

// The limit for values that are compared with ids, and for sums with ids: differences of the two
// fit in 64 bits.
constexpr unsigned idBits = 40;
constexpr std::int64_t farthest = std::int64_t{1} << 62;

bool IdSums::isId(const Value &value) const {
  return regionParameter(value) == RegionParameters::LocalId + idDimension;
}

std::optional<IdSum> IdSums::of(Value &value, bool isSigned, unsigned depth) {
  if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64 ||
      depth > limits::valueDepth)
    return std::nullopt;
  if (const auto found = known.find(&value); found != known.end())
    return found->second;
  if (isId(value))
    return IdSum{builder.getInt64(0), builder.getInt64(0), 1};
  if (Value *shared = uniformValues.copyOf(value)) {
    Value *number = clamped(shared, isSigned);
    return IdSum{number, number, 0};
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return std::nullopt;
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return ofCounter(*phi, isSigned, depth + 1);
  if (const auto linear = ofInstruction(*instruction, isSigned, depth + 1))
    return linear;
  // Both extensions of a non-negative value are the same.
  if (rangeInSmallLaunch(value).isAllNonNegative())
    return ofInstruction(*instruction, !isSigned, depth + 1);
  return std::nullopt;
}

// The values that a counter has in any round, from its start to the first at which the loop ends.
std::optional<IdSum> IdSums::ofCounter(PHINode &counter, bool isSigned, unsigned depth) {
  const Loop *loop = loops.getLoopFor(counter.getParent());
  if (!loop || loop->getHeader() != counter.getParent() || !loop->getLoopPredecessor() ||
      !loop->getLoopLatch())
    return std::nullopt;
  auto *next = dyn_cast<BinaryOperator>(counter.getIncomingValueForBlock(loop->getLoopLatch()));
  const auto *step =
      next && next->getOpcode() == Instruction::Add && next->getOperand(0) == &counter
          ? dyn_cast<ConstantInt>(next->getOperand(1))
          : nullptr;
  const auto *end = dyn_cast<BranchInst>(counter.getParent()->getTerminator());
  auto *test = end && end->isConditional() ? dyn_cast<ICmpInst>(end->getCondition()) : nullptr;
  if (!step || step->getValue().getSignificantBits() > 16 || step->isZero() || !test ||
      test->getOperand(0) != &counter ||
      !(isSigned ? next->hasNoSignedWrap() : next->hasNoUnsignedWrap()))
    return std::nullopt;
  const bool staysWhereTrue = loop->contains(end->getSuccessor(0));
  if (staysWhereTrue == loop->contains(end->getSuccessor(1)))
    return std::nullopt;
  const CmpInst::Predicate stays =
      staysWhereTrue ? test->getPredicate() : test->getInversePredicate();
  const bool goesUp = !step->isNegative();
  if (CmpInst::isSigned(stays) != isSigned || CmpInst::isEquality(stays) ||
      (!isSigned && !goesUp) || goesUp != (ICmpInst::isLT(stays) || ICmpInst::isLE(stays)))
    return std::nullopt;
  const auto start =
      of(*counter.getIncomingValueForBlock(loop->getLoopPredecessor()), isSigned, depth);
  const auto limit = start ? of(*test->getOperand(1), isSigned, depth) : std::nullopt;
  if (!limit || start->stride != 0 || limit->stride != 0)
    return std::nullopt;
  Value *by = builder.getInt64(step->getSExtValue());
  if (goesUp)
    return IdSum{start->low,
                 builder.CreateBinaryIntrinsic(Intrinsic::smax, start->high,
                                               builder.CreateAdd(limit->high, by)),
                 0};
  return IdSum{
      builder.CreateBinaryIntrinsic(Intrinsic::smin, start->low, builder.CreateAdd(limit->low, by)),
      start->high, 0};
}

// Clamps a uniform value: beyond all sums with ids, every value compares like the limit.
Value *IdSums::clamped(Value *shared, bool isSigned) {
  Type *number = builder.getInt64Ty();
  Value *wide = builder.CreateIntCast(shared, number, isSigned);
  if (shared->getType() != number)
    return wide;
  Value *most = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smin : Intrinsic::umin, wide,
                                              builder.getInt64(farthest));
  return isSigned
             ? builder.CreateBinaryIntrinsic(Intrinsic::smax, most, builder.getInt64(-farthest))
             : most;
}

std::optional<IdSum> IdSums::ofInstruction(Instruction &instruction, bool isSigned,
                                           unsigned depth) {
  Value *operand = instruction.getOperand(0);
  if (auto *cut = dyn_cast<TruncInst>(&instruction)) {
    const unsigned width = cut->getType()->getIntegerBitWidth();
    const unsigned all = operand->getType()->getIntegerBitWidth();
    const ConstantRange full = ConstantRange::getFull(width);
    const bool fits = (isSigned ? full.signExtend(all) : full.zeroExtend(all))
                          .contains(rangeInSmallLaunch(*operand)) ||
                      (isSigned ? cut->hasNoSignedWrap() : cut->hasNoUnsignedWrap());
    return fits ? of(*operand, isSigned, depth) : std::nullopt;
  }
  if (isa<ZExtInst>(instruction))
    return of(*operand, /*isSigned=*/false, depth);
  if (isa<SExtInst>(instruction))
    return isSigned ? of(*operand, true, depth) : std::nullopt;
  // A mask that changes nothing.
  const APInt *bits = nullptr;
  if (match(&instruction, m_And(m_Value(), m_LowBitMask(bits))) &&
      bits->uge(rangeInSmallLaunch(*operand).getUnsignedMax()))
    return of(*operand, isSigned, depth);
  auto *operation = dyn_cast<BinaryOperator>(&instruction);
  return operation ? ofOperation(*operation, isSigned, depth) : std::nullopt;
}

std::optional<IdSum> IdSums::ofOperation(BinaryOperator &operation, bool isSigned, unsigned depth) {
  const auto *disjoint = dyn_cast<PossiblyDisjointInst>(&operation);
  const bool adds =
      operation.getOpcode() == Instruction::Add || (disjoint && disjoint->isDisjoint());
  if (!adds && operation.getOpcode() != Instruction::Sub)
    return std::nullopt;
  const auto *bounded = dyn_cast<OverflowingBinaryOperator>(&operation);
  if (bounded && !(isSigned ? bounded->hasNoSignedWrap() : bounded->hasNoUnsignedWrap()) &&
      !staysInRange(operation, isSigned))
    return std::nullopt;
  const auto first = of(*operation.getOperand(0), isSigned, depth);
  const auto second = first ? of(*operation.getOperand(1), isSigned, depth) : std::nullopt;
  if (!second)
    return std::nullopt;
  const bool isExact = first->isExact() && second->isExact();
  if (adds) {
    Value *low = builder.CreateAdd(first->low, second->low);
    return IdSum{low, isExact ? low : builder.CreateAdd(first->high, second->high),
                 first->stride + second->stride};
  }
  Value *low = builder.CreateSub(first->low, second->high);
  return IdSum{low, isExact ? low : builder.CreateSub(first->high, second->low),
               first->stride - second->stride};
}

bool IdSums::isNear(const Value &value, bool isSigned) {
  const ConstantRange range = rangeInSmallLaunch(value);
  return (isSigned ? range.getSignedMin().getSignificantBits() <= idBits &&
                         range.getSignedMax().getSignificantBits() <= idBits
                   : range.getUnsignedMax().getActiveBits() < idBits);
}

} // namespace weft::compiler
