// The part of RegionWidener that lowers loads and stores by the shapes of their addresses.
#include "compiler/passes/region_widener.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

namespace weft::compiler {

using namespace llvm;

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
  MDNode *likely = MDBuilder(builder.getContext()).createLikelyBranchWeights();
  BasicBlock *together = BasicBlock::Create(builder.getContext(), "contiguous", result);
  BasicBlock *apart = BasicBlock::Create(builder.getContext(), "gather", result);
  BasicBlock *after = BasicBlock::Create(builder.getContext(), "loaded", result);
  // Address vectors that are splat at their use must not end up in one of the arms.
  builder.CreateCondBr(shape->holds, together, apart, likely);
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
  MDNode *likely = MDBuilder(builder.getContext()).createLikelyBranchWeights();
  BasicBlock *together = BasicBlock::Create(builder.getContext(), "contiguous", result);
  BasicBlock *apart = BasicBlock::Create(builder.getContext(), "scatter", result);
  BasicBlock *after = BasicBlock::Create(builder.getContext(), "stored", result);
  builder.CreateCondBr(shape->holds, together, apart, likely);
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
