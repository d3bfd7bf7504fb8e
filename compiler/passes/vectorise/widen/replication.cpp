// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that run once for each lane, in lane order.
//
// Copies for all lanes, one behind the other, each after a test of its lane if inactive ones must
// not run it, leave the optimiser the most to work with; but code, and the time that compiling it
// takes, grow with the lanes. Calls, which take their time in any case, and whatever exceeds a
// number of copies run in a loop over the active lanes instead. Operands and results are arrays in
// memory there, where a lane is found by its number.
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "compiler/passes/support/alias_scopes.h"

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler {

using namespace llvm;

// Copies in a region, of which a sixteenth or a quarter belong to one instruction.
constexpr unsigned copyLimit = 256;

// Of loops over lanes: neither worth unrolling nor to be vectorised once more.
static MDNode *replicationLoopProperties(LLVMContext &context) {
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

// A copy of the instruction for one lane.
Instruction *RegionWidener::cloneForLane(Instruction &instruction, unsigned lane) {
  Instruction *copy = cloneWithoutPlace(instruction);
  for (Use &operand : copy->operands())
    operand.set(laneOf(operand.get(), lane));
  builder.Insert(copy);
  return copy;
}

// Runs the instruction for each lane, or at least for each active one, in lane order.
Value *RegionWidener::replicate(Instruction &instruction, bool onlyActive) {
  Type *type = instruction.getType();
  const auto *vector = dyn_cast<FixedVectorType>(type);
  Type *element = vector ? vector->getElementType() : type;
  if (!type->isVoidTy() && !isWidenable(element)) {
    fail("values of aggregate types vary", &instruction);
    return nullptr;
  }
  ++counts.replicated;
  const auto *call = dyn_cast<CallInst>(&instruction);
  if ((call && !isa<IntrinsicInst>(call)) || laneCopies >= copyLimit)
    return replicateInLoop(instruction);
  laneCopies += lanes;
  const unsigned count = vector ? vector->getNumElements() : type->isVoidTy() ? 0 : 1;
  Parts combined(count, count ? Constant::getNullValue(wideType(element)) : nullptr);
  for (unsigned lane = 0; lane != lanes && !failed; ++lane) {
    BasicBlock *before = builder.GetInsertBlock();
    BasicBlock *after = nullptr;
    if (onlyActive && mask) {
      BasicBlock *active = BasicBlock::Create(builder.getContext(), "lane", result);
      after = BasicBlock::Create(builder.getContext(), "lane.end", result);
      builder.CreateCondBr(builder.CreateExtractElement(mask, lane), active, after);
      builder.SetInsertPoint(active);
    }
    Instruction *copy = cloneForLane(instruction, lane);
    if (auto *call = dyn_cast<CallBase>(copy); call && !onlyActive)
      for (unsigned index = 0; index != call->arg_size(); ++index)
        call->removeParamAttrs(index, AttributeFuncs::getUBImplyingAttributes());
    Parts next;
    for (unsigned number = 0; number != count; ++number)
      next.push_back(builder.CreateInsertElement(
          combined[number], vector ? builder.CreateExtractElement(copy, number) : copy, lane));
    if (after) {
      BasicBlock *active = builder.GetInsertBlock();
      builder.CreateBr(after);
      builder.SetInsertPoint(after);
      for (auto [skipped, done] : zip(combined, next)) {
        PHINode *joined = builder.CreatePHI(done->getType(), 2);
        joined->addIncoming(skipped, before);
        joined->addIncoming(done, active);
        done = joined;
      }
    }
    combined = next;
  }
  if (vector)
    components[&instruction] = combined;
  return vector || count == 0 ? nullptr : combined[0];
}

// An array of one element for each lane; bits are bytes in it. What was kept in it for another
// instruction is lost.
AllocaInst *RegionWidener::laneSlots(Type *element, unsigned number) {
  if (element->isIntegerTy(1))
    element = builder.getInt8Ty();
  AllocaInst *&slots = laneSlotArrays[{element, number}];
  if (!slots)
    slots = new AllocaInst(ArrayType::get(element, lanes), layout.getAllocaAddrSpace(), nullptr,
                           layout.getPrefTypeAlign(wideType(element)), "lane.slots",
                           result->getEntryBlock().begin());
  return slots;
}

void RegionWidener::storeSlots(AllocaInst *slots, Value *vector) {
  Type *element = cast<ArrayType>(slots->getAllocatedType())->getElementType();
  if (element != vector->getType()->getScalarType())
    vector = builder.CreateZExt(vector, wideType(element));
  builder.CreateStore(vector, slots);
}

Value *RegionWidener::loadSlots(AllocaInst *slots, Type *element) {
  Type *stored = cast<ArrayType>(slots->getAllocatedType())->getElementType();
  Value *vector = builder.CreateLoad(wideType(stored), slots);
  return stored == element ? vector : builder.CreateTrunc(vector, wideType(element));
}

Value *RegionWidener::slotOf(AllocaInst *slots, Value *lane) {
  return builder.CreateInBoundsGEP(slots->getAllocatedType(), slots, {builder.getInt32(0), lane});
}

// What gives an operand's value in the lane of a loop over lanes; called before that loop.
std::function<Value *(Value *)> RegionWidener::operandInLoop(Value *operand, unsigned &slotNumber) {
  const bool isVector = components.contains(operand);
  if (!isVector && !varies(operand) && !vectors.contains(operand)) {
    Value *uniform = scalarOf(operand);
    return [uniform](Value *) { return uniform; };
  }
  Type *element = operand->getType()->getScalarType();
  SmallVector<AllocaInst *> slots;
  for (Value *part : isVector ? componentsOf(operand) : Parts{vectorOf(operand)}) {
    slots.push_back(laneSlots(element, slotNumber++));
    storeSlots(slots.back(), part);
  }
  return [this, slots, element, isVector, type = operand->getType()](Value *lane) {
    Value *whole = PoisonValue::get(type);
    for (auto [number, slot] : enumerate(slots)) {
      Type *stored = cast<ArrayType>(slot->getAllocatedType())->getElementType();
      Value *value = builder.CreateLoad(stored, slotOf(slot, lane));
      if (stored != element)
        value = builder.CreateTrunc(value, element);
      whole = isVector ? builder.CreateInsertElement(whole, value, number) : value;
    }
    return whole;
  };
}

Value *RegionWidener::replicateInLoop(Instruction &instruction) {
  Type *type = instruction.getType();
  const auto *vector = dyn_cast<FixedVectorType>(type);
  Type *element = vector ? vector->getElementType() : type;
  unsigned slotNumber = 0;
  SmallVector<std::function<Value *(Value *)>> operands;
  for (Use &operand : instruction.operands())
    operands.push_back(operandInLoop(operand.get(), slotNumber));
  SmallVector<AllocaInst *> results;
  for (unsigned count = vector             ? vector->getNumElements()
                        : type->isVoidTy() ? 0
                                           : 1;
       count; --count) {
    results.push_back(laneSlots(element, slotNumber++));
    storeSlots(results.back(), Constant::getNullValue(wideType(element)));
  }
  if (failed)
    return nullptr;
  emitReplicationLoop([&](Value *lane) {
    Instruction *copy = cloneWithoutPlace(instruction);
    for (auto [use, operand] : zip(copy->operands(), operands))
      use.set(operand(lane));
    builder.Insert(copy);
    for (auto [number, slots] : enumerate(results)) {
      Value *value = vector ? builder.CreateExtractElement(copy, number) : copy;
      if (element->isIntegerTy(1))
        value = builder.CreateZExt(value, builder.getInt8Ty());
      builder.CreateStore(value, slotOf(slots, lane));
    }
  });
  Parts parts;
  for (AllocaInst *slots : results)
    parts.push_back(loadSlots(slots, element));
  if (vector)
    components[&instruction] = parts;
  return vector || parts.empty() ? nullptr : parts[0];
}

// Runs the body for the active lanes. The lane is in range even where the body is moved to before
// the test that there is one.
void RegionWidener::emitReplicationLoop(function_ref<void(Value *)> body) {
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(context, "lane.loop", result);
  BasicBlock *after = BasicBlock::Create(context, "lane.loop.end", result);
  Value *active = activeBits();
  Value *none = Constant::getNullValue(active->getType());
  builder.CreateCondBr(builder.CreateICmpEQ(active, none), after, loop);
  builder.SetInsertPoint(loop);
  PHINode *left = builder.CreatePHI(active->getType(), 2, "lanes.left");
  left->addIncoming(active, before);
  Value *some =
      builder.CreateOr(left, ConstantInt::get(left->getType(), std::uint64_t{1} << (lanes - 1)));
  body(builder.CreateBinaryIntrinsic(Intrinsic::cttz, some, builder.getTrue(), nullptr, "lane"));
  Value *next =
      builder.CreateAnd(left, builder.CreateSub(left, ConstantInt::get(left->getType(), 1)));
  left->addIncoming(next, builder.GetInsertBlock());
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, none), after, loop);
  branch->setMetadata(LLVMContext::MD_loop, replicationLoopProperties(context));
  builder.SetInsertPoint(after);
}

} // namespace weft::compiler
