// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of RegionWidener that finds affine shapes.
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "compiler/passes/analysis/value_ranges.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

std::int64_t truncated(std::int64_t stride, const Type *type) {
  return SignExtend64(static_cast<std::uint64_t>(stride), type->getIntegerBitWidth());
}

} // namespace

Value *RegionWidener::both(Value *first, Value *second) {
  if (!first || !second)
    return first ? first : second;
  return builder.CreateAnd(first, second);
}

// Whether base + lane * stride stays in the range of its type for every lane.
Value *RegionWidener::noWrap(Value *base, std::int64_t stride, bool isSigned) {
  if (stride == 0)
    return nullptr;
  const unsigned width = base->getType()->getIntegerBitWidth();
  const APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
  const APInt most = isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  // The span fits: strides are bounded when shapes are made.
  const APInt span(width, static_cast<std::uint64_t>(std::abs(stride)) * (lanes - 1), false, true);
  const CmpInst::Predicate upper = isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  const CmpInst::Predicate lower = isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  return stride > 0 ? builder.CreateICmp(upper, base, builder.getInt(most - span))
                    : builder.CreateICmp(lower, base, builder.getInt(least + span));
}

std::optional<RegionWidener::Affine> RegionWidener::affineOf(Value *value) {
  if (const auto known = shapes.find(value); known != shapes.end())
    return known->second;
  if (varies(value) || vectors.contains(value))
    return std::nullopt;
  return Affine{scalarOf(value), 0, nullptr};
}

std::optional<RegionWidener::Affine> RegionWidener::exactlyAffine(Value *value) {
  auto shape = affineOf(value);
  return shape && !shape->holds ? shape : std::nullopt;
}

// An operation on integers of a type, modulo its width.
std::optional<RegionWidener::Affine>
RegionWidener::combined(BinaryOperator &operation, const Affine &first, const Affine &second) {
  Type *type = first.base->getType();
  const auto affine = [&](Value *base, std::uint64_t stride) {
    return Affine{base, truncated(static_cast<std::int64_t>(stride), type),
                  both(first.holds, second.holds)};
  };
  const auto firstStride = static_cast<std::uint64_t>(first.stride);
  const auto secondStride = static_cast<std::uint64_t>(second.stride);
  switch (operation.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation).isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
    return affine(builder.CreateAdd(first.base, second.base), firstStride + secondStride);
  case Instruction::Sub:
    return affine(builder.CreateSub(first.base, second.base), firstStride - secondStride);
  case Instruction::Mul: {
    const auto *factor = dyn_cast<ConstantInt>(second.base);
    if (second.stride != 0 || (!factor && first.stride != 0))
      return std::nullopt;
    return affine(builder.CreateMul(first.base, second.base),
                  factor ? firstStride * factor->getSExtValue() : 0);
  }
  case Instruction::Shl: {
    const auto *amount = dyn_cast<ConstantInt>(second.base);
    if (!amount || amount->getValue().uge(type->getIntegerBitWidth()))
      return std::nullopt;
    return affine(builder.CreateShl(first.base, second.base),
                  firstStride << amount->getZExtValue());
  }
  default:
    return std::nullopt;
  }
}

// A shape in 64 bits of the value extended, for lanes where it is not poison: computed from what
// the value is made of as far as that is known not to leave the range of its type.
std::optional<RegionWidener::Affine> RegionWidener::extendedShape(Value *value, bool isSigned,
                                                                  unsigned depth) {
  constexpr unsigned depthLimit = 8;
  Type *wide = builder.getInt64Ty();
  if (value->getType() == wide)
    return affineOf(value);
  if (!varies(value) && !vectors.contains(value))
    return Affine{builder.CreateIntCast(scalarOf(value), wide, isSigned), 0, nullptr};
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth > depthLimit)
    return std::nullopt;
  if (const auto shape = extendedInstruction(*instruction, isSigned, depth))
    return shape;
  // What is not negative has only one extension.
  if (rangeInSmallLaunch(*value).isAllNonNegative())
    return extendedInstruction(*instruction, !isSigned, depth);
  return std::nullopt;
}

std::optional<RegionWidener::Affine>
RegionWidener::extendedInstruction(Instruction &instruction, bool isSigned, unsigned depth) {
  if (auto *cut = dyn_cast<TruncInst>(&instruction)) {
    Value *operand = cut->getOperand(0);
    const unsigned width = cut->getType()->getIntegerBitWidth();
    const unsigned all = operand->getType()->getIntegerBitWidth();
    const ConstantRange range = rangeInSmallLaunch(*operand);
    const ConstantRange full = ConstantRange::getFull(width);
    const bool fits = isSigned ? cut->hasNoSignedWrap() || full.signExtend(all).contains(range)
                               : cut->hasNoUnsignedWrap() || full.zeroExtend(all).contains(range);
    return fits ? extendedShape(operand, isSigned, depth + 1) : std::nullopt;
  }
  if (isa<ZExtInst>(instruction))
    return extendedShape(instruction.getOperand(0), /*isSigned=*/false, depth + 1);
  if (isa<SExtInst>(instruction))
    return isSigned ? extendedShape(instruction.getOperand(0), true, depth + 1) : std::nullopt;
  if (auto *clamp = dyn_cast<MinMaxIntrinsic>(&instruction))
    return clamp->isSigned() == isSigned ? clampedShape(*clamp, depth) : std::nullopt;
  auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (!operation)
    return std::nullopt;
  const auto *bounded = dyn_cast<OverflowingBinaryOperator>(operation);
  if (bounded && !(isSigned ? bounded->hasNoSignedWrap() : bounded->hasNoUnsignedWrap()) &&
      !staysInRange(*operation, isSigned))
    return std::nullopt;
  const auto first = extendedShape(operation->getOperand(0), isSigned, depth + 1);
  const auto second = extendedShape(operation->getOperand(1), isSigned, depth + 1);
  return first && second ? combined(*operation, *first, *second) : std::nullopt;
}

// A value with a uniform bound, in 64 bits: the shape holds where the bound changes no lane.
std::optional<RegionWidener::Affine> RegionWidener::clampedShape(MinMaxIntrinsic &clamp,
                                                                 unsigned depth) {
  const bool isSigned = clamp.isSigned();
  for (auto [value, bound] :
       {std::pair(clamp.getLHS(), clamp.getRHS()), std::pair(clamp.getRHS(), clamp.getLHS())}) {
    if (varies(bound) || vectors.contains(bound))
      continue;
    const auto inner = extendedShape(value, isSigned, depth + 1);
    if (!inner)
      return std::nullopt;
    const bool isUpper = ICmpInst::isLT(clamp.getPredicate());
    // The lane that comes closest to the bound.
    const bool isLast = isUpper == (inner->stride > 0);
    Value *closest =
        isLast ? builder.CreateAdd(inner->base, builder.getInt64(inner->stride * (lanes - 1)))
               : inner->base;
    Value *limit = builder.CreateIntCast(scalarOf(bound), builder.getInt64Ty(), isSigned);
    Value *isInside =
        isUpper ? builder.CreateICmpSLE(closest, limit) : builder.CreateICmpSGE(closest, limit);
    return Affine{inner->base, inner->stride, both(inner->holds, isInside)};
  }
  return std::nullopt;
}

// `narrow` is the type whose value is extended, the operand's low bits.
std::optional<RegionWidener::Affine> RegionWidener::shapeOfExtension(Instruction &instruction,
                                                                     Type *narrow, Value *operand,
                                                                     bool isSigned) {
  Type *type = instruction.getType();
  const auto *positive = dyn_cast<PossiblyNonNegInst>(&instruction);
  const bool isPlain = operand->getType() == narrow && type->isIntegerTy(64);
  auto exact = isPlain ? extendedShape(operand, isSigned) : std::nullopt;
  if (!exact && isPlain && positive && positive->hasNonNeg())
    exact = extendedShape(operand, /*isSigned=*/true);
  if (exact)
    return exact;
  const auto inner = affineOf(operand);
  if (!inner)
    return std::nullopt;
  const unsigned width = narrow->getIntegerBitWidth();
  if (width < operand->getType()->getIntegerBitWidth()) {
    const ConstantRange range = rangeInSmallLaunch(*operand);
    const ConstantRange full = ConstantRange::getFull(width);
    const unsigned all = operand->getType()->getIntegerBitWidth();
    if ((isSigned ? full.signExtend(all) : full.zeroExtend(all)).contains(range))
      return inner;
  }
  const std::int64_t stride = truncated(inner->stride, narrow);
  if (width < 16 || std::abs(stride) > (std::int64_t{1} << (width - 8)))
    return std::nullopt;
  Value *low = builder.CreateTrunc(inner->base, narrow);
  Value *base = builder.CreateIntCast(low, type, isSigned);
  return Affine{base, stride, both(inner->holds, noWrap(low, stride, isSigned))};
}

std::optional<RegionWidener::Affine> RegionWidener::shapeOfShiftRight(Instruction &instruction) {
  const auto *amount = dyn_cast<ConstantInt>(instruction.getOperand(1));
  auto *shifted = dyn_cast<BinaryOperator>(instruction.getOperand(0));
  // InstCombine's form of a sign extension of a truncated value.
  if (amount && amount->equalsInt(32) && shifted && shifted->getOpcode() == Instruction::Shl &&
      shifted->getOperand(1) == amount && instruction.getType()->isIntegerTy(64))
    return shapeOfExtension(instruction, builder.getInt32Ty(), shifted->getOperand(0),
                            instruction.getOpcode() == Instruction::AShr);
  const auto inner = affineOf(instruction.getOperand(0));
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  if (!amount || !inner || amount->getValue().uge(width) || width != 64)
    return std::nullopt;
  const std::uint64_t bits = amount->getZExtValue();
  const std::int64_t stride = inner->stride >> bits;
  if (static_cast<std::int64_t>(static_cast<std::uint64_t>(stride) << bits) != inner->stride ||
      std::abs(inner->stride) > (std::int64_t{1} << (width - 8)))
    return std::nullopt;
  const bool isSigned = instruction.getOpcode() == Instruction::AShr;
  Value *base =
      isSigned ? builder.CreateAShr(inner->base, bits) : builder.CreateLShr(inner->base, bits);
  return Affine{base, stride, both(inner->holds, noWrap(inner->base, inner->stride, isSigned))};
}

std::optional<RegionWidener::Affine> RegionWidener::shapeOfAddress(GetElementPtrInst &address) {
  if (address.getType()->isVectorTy())
    return std::nullopt;
  const auto pointer = affineOf(address.getPointerOperand());
  if (!pointer)
    return std::nullopt;
  Affine shape = *pointer;
  SmallVector<Value *> indices;
  for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
    if (isa<Constant>(step.getOperand())) {
      indices.push_back(step.getOperand());
      continue;
    }
    const auto index = extendedShape(step.getOperand(), /*isSigned=*/true);
    if (!index)
      return std::nullopt;
    indices.push_back(index->base);
    if (index->stride == 0)
      continue;
    const std::uint64_t bytes = step.getSequentialElementStride(layout);
    std::int64_t stride = 0;
    if (MulOverflow(index->stride, static_cast<std::int64_t>(bytes), stride) ||
        AddOverflow(shape.stride, stride, shape.stride))
      return std::nullopt;
    shape.holds = both(shape.holds, index->holds);
  }
  shape.base = builder.CreateGEP(address.getSourceElementType(), shape.base, indices);
  return shape;
}

std::optional<RegionWidener::Affine> RegionWidener::shapeOf(Instruction &instruction) {
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return shapeOfAddress(*address);
  Type *type = instruction.getType();
  if (isa<AddrSpaceCastInst>(instruction)) {
    auto inner = affineOf(instruction.getOperand(0));
    if (inner)
      inner->base = builder.CreateAddrSpaceCast(inner->base, type);
    return inner;
  }
  if (!type->isIntegerTy() || type->isIntegerTy(1))
    return std::nullopt;
  switch (instruction.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt: {
    Type *narrow = instruction.getOperand(0)->getType();
    if (!narrow->isIntegerTy() || narrow->isIntegerTy(1))
      return std::nullopt;
    return shapeOfExtension(instruction, narrow, instruction.getOperand(0),
                            isa<SExtInst>(instruction));
  }
  case Instruction::Trunc: {
    auto inner = affineOf(instruction.getOperand(0));
    if (!inner)
      return std::nullopt;
    return Affine{builder.CreateTrunc(inner->base, type), truncated(inner->stride, type),
                  inner->holds};
  }
  case Instruction::And: {
    // InstCombine's form of a zero extension of a truncated value.
    const auto *bits = dyn_cast<ConstantInt>(instruction.getOperand(1));
    if (!bits || !bits->getValue().isMask() || bits->getValue().isAllOnes())
      return std::nullopt;
    const unsigned width = bits->getValue().countr_one();
    if (width != 16 && width != 32)
      return std::nullopt;
    return shapeOfExtension(instruction, builder.getIntNTy(width), instruction.getOperand(0),
                            /*isSigned=*/false);
  }
  case Instruction::AShr:
  case Instruction::LShr:
    return shapeOfShiftRight(instruction);
  case Instruction::Or:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl: {
    const auto first = affineOf(instruction.getOperand(0));
    const auto second = affineOf(instruction.getOperand(1));
    return first && second ? combined(cast<BinaryOperator>(instruction), *first, *second)
                           : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler
