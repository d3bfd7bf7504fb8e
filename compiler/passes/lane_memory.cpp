// The part of RegionWidener that finds affine shapes, and lowers loads and stores by them.
#include "compiler/passes/region_widener.h"

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

// `narrow` is the type whose value is extended, computed from the operand's low bits.
std::optional<RegionWidener::Affine> RegionWidener::shapeOfExtension(Instruction &instruction,
                                                                     Type *narrow, Value *operand,
                                                                     bool isSigned) {
  const auto inner = affineOf(operand);
  if (!inner)
    return std::nullopt;
  const std::int64_t stride = truncated(inner->stride, narrow);
  const unsigned width = narrow->getIntegerBitWidth();
  if (width < 16 || std::abs(stride) > (std::int64_t{1} << (width - 8)))
    return std::nullopt;
  Value *low = builder.CreateTrunc(inner->base, narrow);
  Value *base = builder.CreateIntCast(low, instruction.getType(), isSigned);
  return Affine{base, stride, both(inner->holds, noWrap(low, stride, isSigned))};
}

std::optional<RegionWidener::Affine> RegionWidener::shapeOfShiftRight(Instruction &instruction) {
  const auto *amount = dyn_cast<ConstantInt>(instruction.getOperand(1));
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
    const auto index = affineOf(step.getOperand());
    if (!index)
      return std::nullopt;
    indices.push_back(index->base);
    if (index->stride == 0)
      continue;
    const std::uint64_t bytes = step.getSequentialElementStride(layout);
    std::int64_t stride = 0;
    // A narrow index is sign-extended, which the shape does not promise to survive.
    if (!index->base->getType()->isIntegerTy(64) ||
        MulOverflow(index->stride, static_cast<std::int64_t>(bytes), stride) ||
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
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    const auto first = affineOf(instruction.getOperand(0));
    const auto second = affineOf(instruction.getOperand(1));
    if (!first || !second)
      return std::nullopt;
    const bool subtracts = instruction.getOpcode() == Instruction::Sub;
    const std::uint64_t sum = subtracts ? static_cast<std::uint64_t>(first->stride) -
                                              static_cast<std::uint64_t>(second->stride)
                                        : static_cast<std::uint64_t>(first->stride) +
                                              static_cast<std::uint64_t>(second->stride);
    // The bits of a disjoint `or` are only disjoint in active lanes: not an addition for lane 0.
    if (isa<PossiblyDisjointInst>(instruction) && mask)
      return std::nullopt;
    Value *base = subtracts ? builder.CreateSub(first->base, second->base)
                            : builder.CreateAdd(first->base, second->base);
    return Affine{base, truncated(static_cast<std::int64_t>(sum), type),
                  both(first->holds, second->holds)};
  }
  case Instruction::Mul:
  case Instruction::Shl: {
    const auto first = affineOf(instruction.getOperand(0));
    const auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(1));
    if (!first || !factor)
      return std::nullopt;
    const unsigned width = type->getIntegerBitWidth();
    const bool shifts = instruction.getOpcode() == Instruction::Shl;
    if (shifts && factor->getValue().uge(width))
      return std::nullopt;
    const std::uint64_t scale =
        shifts ? std::uint64_t{1} << factor->getZExtValue() : factor->getSExtValue();
    Value *base = shifts ? builder.CreateShl(first->base, instruction.getOperand(1))
                         : builder.CreateMul(first->base, instruction.getOperand(1));
    return Affine{
        base,
        truncated(static_cast<std::int64_t>(static_cast<std::uint64_t>(first->stride) * scale),
                  type),
        first->holds};
  }
  default:
    return std::nullopt;
  }
}

// A store of all lanes to one address leaves what the last of them wrote.
Value *RegionWidener::lastActiveLane(Value *value) {
  if (!varies(value) && !vectors.contains(value))
    return scalarOf(value);
  if (!mask)
    return builder.CreateExtractElement(vectorOf(value), lanes - 1);
  Value *bits = builder.CreateBitCast(mask, builder.getIntNTy(lanes));
  Value *wide = builder.CreateZExt(bits, builder.getInt32Ty());
  Value *zeros =
      builder.CreateIntrinsic(Intrinsic::ctlz, {builder.getInt32Ty()}, {wide, builder.getFalse()});
  // A block never runs with an empty mask; the wrap keeps the index in range all the same.
  Value *last = builder.CreateAnd(builder.CreateSub(builder.getInt32(31), zeros),
                                  builder.getInt32(lanes - 1));
  return builder.CreateExtractElement(vectorOf(value), last);
}

Value *RegionWidener::widenLoad(LoadInst &load) {
  Type *type = load.getType();
  if (!isWidenable(type) || type->isIntegerTy(1))
    return forEachLane(load, /*onlyActive=*/true);
  Value *address = load.getPointerOperand();
  const auto shape = affineOf(address);
  Type *wide = wideType(type);
  const Align alignment = load.getAlign();
  const std::int64_t bytes = layout.getTypeAllocSize(type);
  const auto contiguous = [&]() -> Value * {
    if (mask)
      return builder.CreateMaskedLoad(wide, shape->base, alignment, mask,
                                      Constant::getNullValue(wide));
    return builder.CreateAlignedLoad(wide, shape->base, alignment);
  };
  const auto gather = [&]() -> Value * {
    ++counts.scatteredAccess;
    return builder.CreateMaskedGather(wide, vectorOf(address), alignment, mask ? mask : allLanes(),
                                      Constant::getNullValue(wide));
  };
  if (!shape || shape->stride != bytes)
    return gather();
  if (!shape->holds)
    return contiguous();
  BasicBlock *together = BasicBlock::Create(builder.getContext(), "contiguous", result);
  BasicBlock *apart = BasicBlock::Create(builder.getContext(), "gather", result);
  BasicBlock *after = BasicBlock::Create(builder.getContext(), "loaded", result);
  // Address vectors that are splat at their use must not end up in one of the arms.
  builder.CreateCondBr(shape->holds, together, apart);
  builder.SetInsertPoint(together);
  Value *fast = contiguous();
  builder.CreateBr(after);
  builder.SetInsertPoint(apart);
  Value *slow = gather();
  --counts.scatteredAccess;
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  PHINode *loaded = builder.CreatePHI(wide, 2);
  loaded->addIncoming(fast, together);
  loaded->addIncoming(slow, apart);
  return loaded;
}

void RegionWidener::widenStore(StoreInst &store) {
  Value *address = store.getPointerOperand();
  Value *value = store.getValueOperand();
  Type *type = value->getType();
  const auto shape = affineOf(address);
  const Align alignment = store.getAlign();
  ++counts.instructions;
  if (shape && shape->stride == 0 && !varies(address)) {
    if (varies(value) && !isWidenable(type))
      return fail("values of vector or aggregate types vary", &store);
    builder.CreateAlignedStore(lastActiveLane(value), scalarOf(address), alignment);
    return;
  }
  if (!isWidenable(type) || type->isIntegerTy(1)) {
    forEachLane(store, /*onlyActive=*/true);
    return;
  }
  Value *wide = vectorOf(value);
  const auto contiguous = [&] {
    if (mask)
      builder.CreateMaskedStore(wide, shape->base, alignment, mask);
    else
      builder.CreateAlignedStore(wide, shape->base, alignment);
  };
  const auto scatter = [&] {
    ++counts.scatteredAccess;
    builder.CreateMaskedScatter(wide, vectorOf(address), alignment, mask ? mask : allLanes());
  };
  const std::int64_t bytes = layout.getTypeAllocSize(type);
  if (!shape || shape->stride != bytes)
    return scatter();
  if (!shape->holds)
    return contiguous();
  BasicBlock *together = BasicBlock::Create(builder.getContext(), "contiguous", result);
  BasicBlock *apart = BasicBlock::Create(builder.getContext(), "scatter", result);
  BasicBlock *after = BasicBlock::Create(builder.getContext(), "stored", result);
  builder.CreateCondBr(shape->holds, together, apart);
  builder.SetInsertPoint(together);
  contiguous();
  builder.CreateBr(after);
  builder.SetInsertPoint(apart);
  scatter();
  --counts.scatteredAccess;
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

} // namespace weft::compiler
