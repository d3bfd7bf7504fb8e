// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of RegionWidener that turns one scalar instruction into its vector form.
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "compiler/passes/support/alias_scopes.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/vector_pieces.h"
#include "compiler/passes/vectorise/prepare/private_arrays.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

bool RegionWidener::varies(const Value *value) const {
  return (isa<Instruction>(value) || isa<Argument>(value)) && uniformity.isDivergent(value);
}

bool RegionWidener::isWidenable(const Type *type) const {
  if (const auto *integer = dyn_cast<IntegerType>(type))
    return integer->getBitWidth() == 1 ||
           (integer->getBitWidth() <= 64 && integer->getBitWidth() >= 8 &&
            isPowerOf2_32(integer->getBitWidth()));
  return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() || type->isPointerTy();
}

Type *RegionWidener::wideType(Type *type) const { return FixedVectorType::get(type, lanes); }

Value *RegionWidener::scalarOf(Value *value) {
  if (isa<Constant>(value) || isa<MetadataAsValue>(value) || isa<InlineAsm>(value))
    return value;
  if (Value *known = scalars.lookup(value))
    return known;
  fail("a uniform value is made of a varying one", dyn_cast<Instruction>(value));
  return PoisonValue::get(value->getType());
}

Value *RegionWidener::vectorOf(Value *value) {
  if (Value *known = vectors.lookup(value))
    return known;
  if (!isWidenable(value->getType())) {
    fail("values of vector or aggregate types vary", dyn_cast<Instruction>(value));
    return PoisonValue::get(value->getType());
  }
  return builder.CreateVectorSplat(lanes, scalarOf(value));
}

Value *RegionWidener::laneOf(Value *value, unsigned lane) {
  if (components.contains(value))
    return vectorInLane(value, lane);
  if (!varies(value) && !vectors.contains(value))
    return scalarOf(value);
  return builder.CreateExtractElement(vectorOf(value), lane);
}

Value *RegionWidener::stepVector(Type *type, std::int64_t stride) {
  SmallVector<Constant *> elements;
  for (unsigned lane = 0; lane != lanes; ++lane)
    elements.push_back(ConstantInt::get(type, static_cast<std::uint64_t>(lane) * stride,
                                        /*IsSigned=*/false, /*ImplicitTrunc=*/true));
  return ConstantVector::get(elements);
}

void RegionWidener::copyScalar(Instruction &instruction) {
  Instruction *copy = instruction.clone();
  copy->setDebugLoc(DebugLoc());
  for (Use &operand : copy->operands())
    operand.set(scalarOf(operand.get()));
  dropAliasScopes(*copy);
  builder.Insert(copy, instruction.getName());
  if (!copy->getType()->isVoidTy())
    scalars[&instruction] = copy;
}

Value *RegionWidener::widenIntrinsic(CallInst &call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  SmallVector<Type *> overloads;
  SmallVector<Value *> operands;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloads.push_back(wideType(call.getType()));
  for (unsigned index = 0; index != call.arg_size(); ++index) {
    Value *operand = call.getArgOperand(index);
    if (isVectorIntrinsicWithScalarOpAtArg(id, index, nullptr)) {
      operands.push_back(scalarOf(operand));
    } else {
      operands.push_back(vectorOf(operand));
    }
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, index, nullptr))
      overloads.push_back(operands.back()->getType());
  }
  if (failed)
    return nullptr;
  CallInst *wide = builder.CreateIntrinsic(id, overloads, operands);
  wide->copyIRFlags(&call);
  return wide;
}

// One prefetch for each cache line where the lanes' addresses lie close together. As it is a hint
// only, neither masks nor conditions of the shape matter.
bool RegionWidener::prefetchTogether(CallInst &call) {
  constexpr std::int64_t cacheLine = 64;
  const auto shape = affineOf(call.getArgOperand(0));
  if (!shape || std::abs(shape->stride) > cacheLine)
    return false;
  const auto prefetch = [&](std::int64_t offset) {
    Instruction *copy = call.clone();
    copy->setDebugLoc(DebugLoc());
    copy->setOperand(0, offsetAddress(builder, shape->base, offset));
    builder.Insert(copy);
  };
  const std::int64_t last = shape->stride * (lanes - 1);
  for (std::int64_t distance = 0; distance < std::abs(last); distance += cacheLine)
    prefetch(last < 0 ? -distance : distance);
  prefetch(last);
  return true;
}

Value *RegionWidener::widenCall(CallInst &call) {
  if (call.isInlineAsm() || call.isConvergent()) {
    fail("a call that cannot be widened", &call);
    return nullptr;
  }
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id == Intrinsic::prefetch && prefetchTogether(call))
    return nullptr;
  const bool hasScalars = isWidenable(call.getType()) && all_of(call.args(), [&](const Use &use) {
                            return isWidenable(use->getType());
                          });
  if (id != Intrinsic::not_intrinsic && isTriviallyVectorizable(id) && hasScalars)
    return widenIntrinsic(call);
  Function *callee = call.getCalledFunction();
  if (callee && isElementwise(callee->getName()) && hasScalars)
    return builder.CreateCall(reciprocalRoot(*callee->getParent(), lanes),
                              {vectorOf(call.getArgOperand(0))});
  // A function that returns for the arguments of active lanes may be undefined for those of others.
  return replicate(call, /*onlyActive=*/!call.hasFnAttr(Attribute::Speculatable));
}

// One array for each lane, side by side.
Value *RegionWidener::widenArray(AllocaInst &array) {
  const auto bytes = array.getAllocationSize(layout);
  if (!bytes || !array.isStaticAlloca()) {
    fail("a private array of variable size", &array);
    return nullptr;
  }
  const Align alignment = array.getAlign();
  const std::uint64_t pitch = alignTo(bytes->getFixedValue(), alignment);
  const BasicBlock &entry = result->getEntryBlock();
  AllocaInst *copies = new AllocaInst(
      ArrayType::get(builder.getInt8Ty(), pitch * lanes), array.getAddressSpace(), nullptr,
      std::max(alignment, Align(32)), array.getName(), const_cast<BasicBlock &>(entry).begin());
  shapes[&array] = {copies, static_cast<std::int64_t>(pitch), nullptr};
  return builder.CreateGEP(builder.getInt8Ty(), copies,
                           stepVector(builder.getInt64Ty(), static_cast<std::int64_t>(pitch)));
}

// An array that preparation laid out for lanes (private_arrays.h): one for the gang.
void RegionWidener::placeLaneArray(AllocaInst &array) {
  const std::uint64_t bytes = array.getAllocationSize(layout).value_or(TypeSize::getFixed(0));
  BasicBlock &entry = result->getEntryBlock();
  auto *copy =
      new AllocaInst(ArrayType::get(builder.getInt8Ty(), bytes * lanes), array.getAddressSpace(),
                     nullptr, array.getAlign(), array.getName(), entry.begin());
  scalars[&array] = copy;
  laneArrays.insert(copy);
}

// The calls that private_arrays.h leaves; false if it is none.
bool RegionWidener::placeLaneNumber(Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || (callee->getName() != laneNumberFunction && callee->getName() != vfFunction))
    return false;
  if (callee->getName() == vfFunction) {
    scalars[call] = builder.getInt64(lanes);
    return true;
  }
  shapes[call] = {builder.getInt64(0), 1, nullptr};
  vectors[call] = stepVector(call->getType(), 1);
  return true;
}

void RegionWidener::widenInstruction(Instruction &instruction) {
  if (isa<DbgInfoIntrinsic, NoAliasScopeDeclInst, AssumeInst>(instruction) ||
      instruction.isLifetimeStartOrEnd())
    return;
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
    return widenStore(*store);
  if (auto *array = dyn_cast<AllocaInst>(&instruction); array && isLaneArray(*array))
    return placeLaneArray(*array);
  if (placeLaneNumber(instruction))
    return;
  const bool usesLanes = any_of(instruction.operands(), [&](Value *value) {
    return varies(value) || vectors.contains(value) || components.contains(value);
  });
  if (!varies(&instruction) && !usesLanes && !instruction.mayHaveSideEffects())
    return copyScalar(instruction);
  ++counts.instructions;
  if (const auto shape = stages.run(VectorStage::Strides) ? shapeOf(instruction) : std::nullopt)
    shapes[&instruction] = *shape;
  Value *wide = nullptr;
  if (instruction.getType()->isIntegerTy() && shapes.contains(&instruction))
    if (const auto shape = exactlyAffine(&instruction)) {
      wide = builder.CreateAdd(builder.CreateVectorSplat(lanes, shape->base),
                               stepVector(instruction.getType(), shape->stride));
      vectors[&instruction] = wide;
      return;
    }
  if (auto *array = dyn_cast<AllocaInst>(&instruction)) {
    wide = widenArray(*array);
  } else if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
    wide = widenLoad(*load);
  } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
    wide = widenCall(*call);
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    wide = widenUpdate(*update);
  } else if (isa<LoadInst, StoreInst, AtomicCmpXchgInst, FenceInst>(instruction)) {
    wide = replicate(instruction, /*onlyActive=*/true);
  } else if (widenComponents(instruction)) {
    return;
  } else if (!isWidenable(instruction.getType()) ||
             !all_of(instruction.operands(),
                     [&](Value *value) { return isWidenable(value->getType()); })) {
    return fail("values of vector or aggregate types vary", &instruction);
  } else if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value *> indices;
    for (Value *index : address->indices())
      indices.push_back(isa<Constant>(index) ? index : vectorOf(index));
    wide =
        builder.CreateGEP(address->getSourceElementType(), vectorOf(address->getPointerOperand()),
                          indices, address->getName(), address->getNoWrapFlags());
  } else if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
    wide = operation->isIntDivRem()
               ? widenDivision(*operation)
               : builder.CreateBinOp(operation->getOpcode(), vectorOf(operation->getOperand(0)),
                                     vectorOf(operation->getOperand(1)), operation->getName());
  } else if (auto *cast = dyn_cast<CastInst>(&instruction)) {
    wide = builder.CreateCast(cast->getOpcode(), vectorOf(cast->getOperand(0)),
                              wideType(cast->getType()), cast->getName());
  } else if (auto *compare = dyn_cast<CmpInst>(&instruction)) {
    wide = builder.CreateCmp(compare->getPredicate(), vectorOf(compare->getOperand(0)),
                             vectorOf(compare->getOperand(1)), compare->getName());
  } else if (BinaryOperator *quotient = guardedQuotient(instruction);
             quotient && needsNoGuard(*quotient)) {
    wide = vectorOf(quotient);
  } else if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    Value *condition = varies(select->getCondition()) ? vectorOf(select->getCondition())
                                                      : scalarOf(select->getCondition());
    wide = builder.CreateSelect(condition, vectorOf(select->getTrueValue()),
                                vectorOf(select->getFalseValue()), select->getName());
  } else if (auto *negation = dyn_cast<UnaryOperator>(&instruction)) {
    wide = builder.CreateUnOp(negation->getOpcode(), vectorOf(negation->getOperand(0)));
  } else if (auto *frozen = dyn_cast<FreezeInst>(&instruction)) {
    wide = builder.CreateFreeze(vectorOf(frozen->getOperand(0)));
  } else {
    return fail(Twine("'") + instruction.getOpcodeName() + "' cannot be widened", &instruction);
  }
  if (failed)
    return;
  if (auto *copy = dyn_cast_or_null<Instruction>(wide);
      copy && copy->getOpcode() == instruction.getOpcode() &&
      !isa<CallInst, GetElementPtrInst>(copy))
    copy->copyIRFlags(&instruction);
  if (wide)
    vectors[&instruction] = wide;
}

} // namespace weft::compiler
