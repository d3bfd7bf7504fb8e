// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/affine/extensions.h"
#include "compiler/passes/analysis/strides/stride_finder.h"
#include "compiler/passes/support/limits.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

// A shape in 64 bits of the value extended, for lanes where it is not poison: computed from what
// the value is made of as far as that is known not to leave the range of its type.
StrideFinder::MaybeShape StrideFinder::extendedShape(const Value &value, bool isSigned,
                                                     unsigned depth) {
  Type *wide = Type::getInt64Ty(function.getContext());
  if (value.getType() == wide)
    return affineOf(value);
  if (info.isUniform(value))
    return Shape{resized(valueOf(value), wide, isSigned), 0, {}};
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > limits::valueDepth)
    return std::nullopt;
  if (auto shape = extendedInstruction(*instruction, isSigned, depth))
    return shape;
  // What is not negative has only one extension.
  if (rangeInSmallLaunch(value).isAllNonNegative())
    if (auto shape = extendedInstruction(*instruction, !isSigned, depth))
      return shape;
  return wrapsByIntent(*instruction) ? resizedShape(*instruction, wide, isSigned) : std::nullopt;
}

// The conditions of a value that wraps by intent keep it from being negative in all lanes, but the
// result of a division without signs may look so.
StrideFinder::MaybeShape StrideFinder::resizedShape(const Instruction &instruction, Type *type,
                                                    bool isSigned) {
  MaybeShape shape = affineOf(instruction);
  if (!shape)
    return std::nullopt;
  const bool mayLookNegative =
      instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::URem;
  const bool extendsSign = isSigned && mayLookNegative;
  if (extendsSign)
    addNoWrap(*shape, shape->base, shape->step, /*isSigned=*/true);
  shape->base = resized(shape->base, type, extendsSign);
  return shape;
}

StrideFinder::MaybeShape StrideFinder::extendedInstruction(const Instruction &instruction,
                                                           bool isSigned, unsigned depth) {
  if (const auto *cut = dyn_cast<TruncInst>(&instruction))
    return keepsOperand(*cut, isSigned) ? extendedShape(*cut->getOperand(0), isSigned, depth + 1)
                                        : std::nullopt;
  if (isa<ZExtInst>(instruction))
    return extendedShape(*instruction.getOperand(0), /*isSigned=*/false, depth + 1);
  if (isa<SExtInst>(instruction))
    return isSigned ? extendedShape(*instruction.getOperand(0), true, depth + 1) : std::nullopt;
  if (const auto *clamp = dyn_cast<MinMaxIntrinsic>(&instruction))
    return clamp->isSigned() == isSigned ? clampedShape(*clamp, depth) : std::nullopt;
  const auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (!operation)
    return std::nullopt;
  if (const Value *operand; match(operation, m_Not(m_Value(operand))))
    return isSigned ? complement(extendedShape(*operand, true, depth + 1)) : std::nullopt;
  if (!neverWraps(*operation, isSigned))
    return std::nullopt;
  const auto first = extendedShape(*operation->getOperand(0), isSigned, depth + 1);
  const auto second = extendedShape(*operation->getOperand(1), isSigned, depth + 1);
  return first && second ? combined(*operation, *first, *second) : std::nullopt;
}

// A value with a uniform bound, in 64 bits: the shape holds where the bound changes no lane.
StrideFinder::MaybeShape StrideFinder::clampedShape(const MinMaxIntrinsic &clamp, unsigned depth) {
  const bool isSigned = clamp.isSigned();
  const bool isUpper = ICmpInst::isLT(clamp.getPredicate());
  for (auto [value, bound] :
       {std::pair(clamp.getLHS(), clamp.getRHS()), std::pair(clamp.getRHS(), clamp.getLHS())}) {
    if (!info.isUniform(*bound))
      continue;
    MaybeShape shape = extendedShape(*value, isSigned, depth + 1);
    if (shape)
      shape->conditions.push_back(
          {isUpper ? StrideCondition::Kind::AtMost : StrideCondition::Kind::AtLeast, shape->base,
           shape->step, resized(valueOf(*bound), shape->base->type, isSigned), nullptr});
    return shape;
  }
  return std::nullopt;
}

// `narrow` is the type whose value is extended, the operand's low bits.
StrideFinder::MaybeShape StrideFinder::shapeOfExtension(const Instruction &instruction,
                                                        Type *narrow, const Value &operand,
                                                        bool isSigned) {
  Type *type = instruction.getType();
  const auto *positive = dyn_cast<PossiblyNonNegInst>(&instruction);
  const bool isPlain = operand.getType() == narrow && type->isIntegerTy(64);
  auto exact = isPlain ? extendedShape(operand, isSigned) : std::nullopt;
  if (!exact && isPlain && positive && positive->hasNonNeg())
    exact = extendedShape(operand, /*isSigned=*/true);
  if (exact)
    return exact;
  MaybeShape shape = affineOf(operand);
  if (!shape)
    return std::nullopt;
  const unsigned width = narrow->getIntegerBitWidth();
  if (width < operand.getType()->getIntegerBitWidth() &&
      fitsInLowBits(rangeInSmallLaunch(operand), width, isSigned))
    return shape;
  // The span of all lanes is to fit in the type.
  shape->step = truncated(shape->step, narrow);
  if (width < 16 || std::abs(shape->step) > (std::int64_t{1} << (width - 8)))
    return std::nullopt;
  Expression low = castTo(Instruction::Trunc, shape->base, narrow);
  shape->base = resized(low, type, isSigned);
  addNoWrap(*shape, low, shape->step, isSigned);
  return shape;
}

StrideFinder::MaybeShape StrideFinder::shapeOfShiftRight(const Instruction &instruction) {
  const auto *amount = dyn_cast<ConstantInt>(instruction.getOperand(1));
  const bool isSigned = instruction.getOpcode() == Instruction::AShr;
  const auto extension =
      instruction.getType()->isIntegerTy(64) ? Extension::of(instruction) : std::nullopt;
  // InstCombine's form of a sign extension of a truncated value.
  if (extension && extension->bits == 32 && extension->shift == 0)
    return shapeOfExtension(instruction, Type::getInt32Ty(function.getContext()),
                            *extension->operand, isSigned);
  // Nor does one that is multiplied keep its own instruction.
  if (extension && extension->keepsOperand()) {
    MaybeShape shape = affineOf(*extension->operand);
    if (shape) {
      shape->base =
          binary(Instruction::Shl, shape->base, constant(shape->base->type, extension->shift));
      shape->step =
          static_cast<std::int64_t>(static_cast<std::uint64_t>(shape->step) << extension->shift);
    }
    return shape;
  }
  MaybeShape shape = affineOf(*instruction.getOperand(0));
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  if (!amount || !shape || amount->getValue().uge(width) || width != 64)
    return std::nullopt;
  const std::uint64_t bits = amount->getZExtValue();
  const std::int64_t inner = shape->step;
  const std::int64_t step = inner >> bits;
  if (static_cast<std::int64_t>(static_cast<std::uint64_t>(step) << bits) != inner ||
      std::abs(inner) > (std::int64_t{1} << (width - 8)))
    return std::nullopt;
  addNoWrap(*shape, shape->base, inner, isSigned);
  shape->base = binary(isSigned ? Instruction::AShr : Instruction::LShr, shape->base,
                       constant(instruction.getType(), bits));
  shape->step = step;
  return shape;
}

} // namespace weft::compiler
