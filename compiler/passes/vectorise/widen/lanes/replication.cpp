// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/replication.h"

#include "compiler/passes/support/alias_scopes.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(instructionsReplicated, "Instructions replicated for each lane");

MDNode *laneLoopProperties(LLVMContext &context) {
  Metadata *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  MDNode *properties = MDNode::getDistinct(
      context, {nullptr, MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable")),
                MDNode::get(context, {MDString::get(context, "llvm.loop.isvectorized"), one})});
  properties->replaceOperandWith(0, properties);
  return properties;
}

static Instruction *cloneWithoutPlace(const Instruction &instruction) {
  Instruction *copy = instruction.clone();
  copy->setDebugLoc(DebugLoc());
  dropAliasScopes(*copy);
  return copy;
}

Replicator::Result::Result(const Type &type) : isWhole(!isa<StructType, FixedVectorType>(type)) {
  if (const auto *vector = dyn_cast<FixedVectorType>(&type))
    parts.assign(vector->getNumElements(), vector->getElementType());
  else if (const auto *structure = dyn_cast<StructType>(&type))
    append_range(parts, structure->elements());
  else if (!type.isVoidTy())
    parts.push_back(const_cast<Type *>(&type));
}

Value *Replicator::partOf(Instruction &copy, unsigned number) {
  if (copy.getType()->isVectorTy())
    return gang.CreateExtractElement(&copy, number);
  return copy.getType()->isStructTy() ? gang.CreateExtractValue(&copy, number) : &copy;
}

Value *Replicator::replicate(Instruction &instruction, bool onlyActive) {
  const Result shape(*instruction.getType());
  if (!all_of(shape.parts, [](const Type *part) { return isVectorElement(*part); })) {
    gang.fail("values of aggregate types vary", &instruction);
    return nullptr;
  }
  ++instructionsReplicated;
  const bool isCall = isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction);
  if (isCall || copies >= limits::replicated)
    return replicateInLoop(instruction, shape);
  return replicateUnrolled(instruction, shape, onlyActive);
}

Value *Replicator::finish(Instruction &instruction, const Result &shape, const Parts &parts) {
  if (!shape.isWhole)
    values.setComponents(instruction, parts);
  return !shape.isWhole || parts.empty() ? nullptr : parts[0];
}

Value *Replicator::replicateUnrolled(Instruction &instruction, const Result &shape,
                                     bool onlyActive) {
  const auto inAll = [&] { return runInAllLanes(instruction, shape, onlyActive); };
  const auto inActive = [&] { return runInActiveLanes(instruction, shape); };
  if (!onlyActive || !gang.mask)
    return finish(instruction, shape, inAll());
  // Atomics justify it: there is no vector operation for them, so loops with different ends often
  // spend their time in these tests of lanes.
  if (!isa<AtomicRMWInst>(instruction))
    return finish(instruction, shape, inActive());
  return finish(instruction, shape, gang.eitherWay(gang.allOf(gang.mask), inAll, inActive));
}

Parts Replicator::noResults(const Result &shape) const {
  Parts parts;
  for (Type *part : shape.parts)
    parts.push_back(Constant::getNullValue(gang.wideType(part)));
  return parts;
}

Parts Replicator::runInAllLanes(Instruction &instruction, const Result &shape, bool onlyActive) {
  copies += gang.lanes;
  Parts combined = noResults(shape);
  for (unsigned lane = 0; lane != gang.lanes && !gang.hasFailed(); ++lane)
    combined = runInLane(instruction, shape, onlyActive, combined, lane);
  return combined;
}

Parts Replicator::runInActiveLanes(Instruction &instruction, const Result &shape) {
  copies += gang.lanes;
  Parts combined = noResults(shape);
  for (unsigned lane = 0; lane != gang.lanes && !gang.hasFailed(); ++lane) {
    BasicBlock *before = gang.GetInsertBlock();
    BasicBlock *active = gang.createBlock("lane");
    BasicBlock *after = gang.createBlock("lane.end");
    gang.CreateCondBr(gang.CreateExtractElement(gang.mask, lane), active, after);
    gang.SetInsertPoint(active);
    Parts next = runInLane(instruction, shape, /*onlyActive=*/true, combined, lane);
    assert(gang.GetInsertBlock() == active && "a copy is one instruction");
    gang.CreateBr(after);
    gang.SetInsertPoint(after);
    for (auto [skipped, done] : zip(combined, next)) {
      PHINode *joined = gang.CreatePHI(done->getType(), 2);
      joined->addIncoming(skipped, before);
      joined->addIncoming(done, active);
      done = joined;
    }
    combined = next;
  }
  return combined;
}

// Merges one lane's results with those of the previous lanes.
Parts Replicator::runInLane(Instruction &instruction, const Result &shape, bool onlyActive,
                            const Parts &before, unsigned lane) {
  Instruction *copy = cloneWithoutPlace(instruction);
  for (Use &operand : copy->operands())
    operand.set(values.laneOf(operand.get(), lane));
  gang.Insert(copy);
  if (auto *call = dyn_cast<CallBase>(copy); call && !onlyActive)
    for (unsigned index = 0; index != call->arg_size(); ++index)
      call->removeParamAttrs(index, AttributeFuncs::getUBImplyingAttributes());
  Parts next;
  for (unsigned number = 0; number != shape.parts.size(); ++number)
    next.push_back(gang.CreateInsertElement(before[number], partOf(*copy, number), lane));
  return next;
}

// An array of one element per lane; bits are bytes in it. Overwrites the values of another
// instruction.
AllocaInst *Replicator::laneSlots(Type *element, unsigned number) {
  if (element->isIntegerTy(1))
    element = gang.getInt8Ty();
  AllocaInst *&slots = slotArrays[{element, number}];
  if (!slots)
    slots = gang.createEntryAlloca(ArrayType::get(element, gang.lanes), "lane.slots",
                                   gang.layout().getPrefTypeAlign(gang.wideType(element)));
  return slots;
}

void Replicator::storeSlots(AllocaInst *slots, Value *vector) {
  Type *element = cast<ArrayType>(slots->getAllocatedType())->getElementType();
  if (element != vector->getType()->getScalarType())
    vector = gang.CreateZExt(vector, gang.wideType(element));
  gang.CreateStore(vector, slots);
}

Value *Replicator::loadSlots(AllocaInst *slots, Type *element) {
  Type *stored = cast<ArrayType>(slots->getAllocatedType())->getElementType();
  Value *vector = gang.CreateLoad(gang.wideType(stored), slots);
  return stored == element ? vector : gang.CreateTrunc(vector, gang.wideType(element));
}

Value *Replicator::slotOf(AllocaInst *slots, Value *lane) {
  return gang.CreateInBoundsGEP(slots->getAllocatedType(), slots, {gang.getInt32(0), lane});
}

// Returns an operand's value in the lane of a loop over lanes; called before that loop.
std::function<Value *(Value *)> Replicator::operandInLoop(Value *operand, unsigned &slotNumber) {
  const bool isVector = values.hasComponents(*operand);
  if (!isVector && values.isUniform(*operand)) {
    Value *uniform = values.scalarOf(operand);
    return [uniform](Value *) { return uniform; };
  }
  Type *element = operand->getType()->getScalarType();
  SmallVector<AllocaInst *> slots;
  for (Value *part : isVector ? values.componentsOf(operand) : Parts{values.vectorOf(operand)}) {
    slots.push_back(laneSlots(element, slotNumber++));
    storeSlots(slots.back(), part);
  }
  return [this, slots, element, isVector, type = operand->getType()](Value *lane) {
    Value *whole = PoisonValue::get(type);
    for (auto [number, slot] : enumerate(slots)) {
      Type *stored = cast<ArrayType>(slot->getAllocatedType())->getElementType();
      Value *value = gang.CreateLoad(stored, slotOf(slot, lane));
      if (stored != element)
        value = gang.CreateTrunc(value, element);
      whole = isVector ? gang.CreateInsertElement(whole, value, number) : value;
    }
    return whole;
  };
}

Value *Replicator::replicateInLoop(Instruction &instruction, const Result &shape) {
  unsigned slotNumber = 0;
  SmallVector<std::function<Value *(Value *)>> operands;
  for (Use &operand : instruction.operands())
    operands.push_back(operandInLoop(operand.get(), slotNumber));
  SmallVector<AllocaInst *> results;
  for (Type *part : shape.parts) {
    results.push_back(laneSlots(part, slotNumber++));
    storeSlots(results.back(), Constant::getNullValue(gang.wideType(part)));
  }
  if (gang.hasFailed())
    return nullptr;
  emitLoop([&](Value *lane) {
    Instruction *copy = cloneWithoutPlace(instruction);
    for (auto [use, operand] : zip(copy->operands(), operands))
      use.set(operand(lane));
    gang.Insert(copy);
    for (auto [number, slots] : enumerate(results)) {
      Value *value = partOf(*copy, number);
      if (value->getType()->isIntegerTy(1))
        value = gang.CreateZExt(value, gang.getInt8Ty());
      gang.CreateStore(value, slotOf(slots, lane));
    }
  });
  Parts parts;
  for (auto [slots, part] : zip(results, shape.parts))
    parts.push_back(loadSlots(slots, part));
  return finish(instruction, shape, parts);
}

// Runs the body for the active lanes. The lane is in range even if the body is hoisted above the
// test that there is one.
void Replicator::emitLoop(function_ref<void(Value *)> body) {
  BasicBlock *before = gang.GetInsertBlock();
  BasicBlock *loop = gang.createBlock("lane.loop");
  BasicBlock *after = gang.createBlock("lane.loop.end");
  Value *active = gang.activeBits();
  Value *none = Constant::getNullValue(active->getType());
  gang.CreateCondBr(gang.CreateICmpEQ(active, none), after, loop);
  gang.SetInsertPoint(loop);
  PHINode *left = gang.CreatePHI(active->getType(), 2, "lanes.left");
  left->addIncoming(active, before);
  Value *some =
      gang.CreateOr(left, ConstantInt::get(left->getType(), std::uint64_t{1} << (gang.lanes - 1)));
  body(gang.CreateBinaryIntrinsic(Intrinsic::cttz, some, gang.getTrue(), nullptr, "lane"));
  Value *next = gang.CreateAnd(left, gang.CreateSub(left, ConstantInt::get(left->getType(), 1)));
  left->addIncoming(next, gang.GetInsertBlock());
  BranchInst *branch = gang.CreateCondBr(gang.CreateICmpEQ(next, none), after, loop);
  branch->setMetadata(LLVMContext::MD_loop, laneLoopProperties(gang.getContext()));
  gang.SetInsertPoint(after);
}

} // namespace weft::compiler
