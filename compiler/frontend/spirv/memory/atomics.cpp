// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic instructions (SPIR-V specification, section 3.3.18). Every scope is the same
// cache-coherent memory, so only the order matters to code; checks know the scope.
#include "compiler/frontend/spirv/module/swapped_loads.h"
#include "compiler/frontend/spirv/semantics.h"
#include "compiler/frontend/spirv/translation.h"
#include "compiler/options/atomic_scope.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

Align accessAlignment(const Translation &translation, const Type *type) {
  return Align(translation.module.getDataLayout().getTypeStoreSize(const_cast<Type *>(type)));
}

bool isNumber(const Type *type, bool isFloatAllowed) {
  if (type->isIntegerTy())
    return type->getIntegerBitWidth() >= 8;
  return isFloatAllowed && type->isFloatingPointTy();
}

// Operand 1 is the scope of all these instructions, but of loads LLVM's back end may have written
// the order there (swapped_loads.h), so theirs is not known.
void noteScope(Translation &translation, const Instruction &instruction,
               llvm::Instruction &atomic) {
  const auto *scope = dyn_cast<ConstantInt>(memoryScope(translation, instruction[1]));
  if (scope && isNarrowScope(scope->getZExtValue()))
    atomic.setMetadata(atomicScopeMetadata,
                       MDNode::get(atomic.getContext(),
                                   ConstantAsMetadata::get(const_cast<ConstantInt *>(scope))));
}

Value *pointerOperand(Translation &translation, const Instruction &instruction) {
  Value *pointer = translation.operand(instruction, 0);
  if (pointer && !pointer->getType()->isPointerTy())
    return translation.fail(instruction, "the operand is not a pointer");
  return pointer;
}

Value *atomicLoad(Translation &translation, const Instruction &instruction) {
  Value *pointer = pointerOperand(translation, instruction);
  Type *type = translation.resultType(instruction);
  if (!pointer || !type)
    return nullptr;
  if (!isNumber(type, true))
    return translation.fail(instruction, "this cannot be loaded atomically");
  LoadInst *load =
      translation.builder.CreateAlignedLoad(type, pointer, accessAlignment(translation, type));
  load->setAtomic(isSwappedLoad(translation.source, instruction)
                      ? AtomicOrdering::SequentiallyConsistent
                      : loadOrdering(orderingOf(translation, instruction[2])));
  return load;
}

Value *atomicStore(Translation &translation, const Instruction &instruction) {
  Value *pointer = pointerOperand(translation, instruction);
  Value *content = translation.operand(instruction, 3);
  if (!pointer || !content)
    return nullptr;
  if (!isNumber(content->getType(), true))
    return translation.fail(instruction, "this cannot be stored atomically");
  StoreInst *store = translation.builder.CreateAlignedStore(
      content, pointer, accessAlignment(translation, content->getType()));
  store->setAtomic(storeOrdering(orderingOf(translation, instruction[2])));
  noteScope(translation, instruction, *store);
  return nullptr;
}

Value *modify(Translation &translation, const Instruction &instruction,
              AtomicRMWInst::BinOp operation, Value *operand) {
  Value *pointer = pointerOperand(translation, instruction);
  Type *type = translation.resultType(instruction);
  if (!pointer || !type || !operand)
    return nullptr;
  const bool isFloat = AtomicRMWInst::isFPOperation(operation);
  const bool isFloatAllowed = isFloat || operation == AtomicRMWInst::Xchg;
  if (operand->getType() != type || !isNumber(type, isFloatAllowed) ||
      (isFloat && !type->isFloatingPointTy()))
    return translation.fail(instruction, "the operand has the wrong type");
  AtomicRMWInst *update = translation.builder.CreateAtomicRMW(
      operation, pointer, operand, accessAlignment(translation, type),
      orderingOf(translation, instruction[2]));
  noteScope(translation, instruction, *update);
  return update;
}

template <AtomicRMWInst::BinOp operation>
Value *readModifyWrite(Translation &translation, const Instruction &instruction) {
  return modify(translation, instruction, operation, translation.operand(instruction, 3));
}

template <AtomicRMWInst::BinOp operation>
Value *step(Translation &translation, const Instruction &instruction) {
  Type *type = translation.resultType(instruction);
  if (!type)
    return nullptr;
  if (!type->isIntegerTy())
    return translation.fail(instruction, "the result is not an integer");
  return modify(translation, instruction, operation, ConstantInt::get(type, 1));
}

Value *compareExchange(Translation &translation, const Instruction &instruction) {
  Value *pointer = pointerOperand(translation, instruction);
  Value *desired = translation.operand(instruction, 4);
  Value *expected = translation.operand(instruction, 5);
  if (!pointer || !desired || !expected)
    return nullptr;
  if (desired->getType() != expected->getType() || !isNumber(desired->getType(), false))
    return translation.fail(instruction, "the operands are not integers of one type");
  const AtomicOrdering success = orderingOf(translation, instruction[2]);
  const AtomicOrdering failure = loadOrdering(orderingOf(translation, instruction[3]));
  AtomicCmpXchgInst *exchange = translation.builder.CreateAtomicCmpXchg(
      pointer, expected, desired, accessAlignment(translation, desired->getType()), success,
      failure);
  noteScope(translation, instruction, *exchange);
  return translation.builder.CreateExtractValue(exchange, 0);
}

// A flag is an integer of 32 bits that is 0 or not.
Value *setFlag(Translation &translation, const Instruction &instruction) {
  Value *pointer = pointerOperand(translation, instruction);
  if (!pointer)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  AtomicRMWInst *before =
      builder.CreateAtomicRMW(AtomicRMWInst::Xchg, pointer, builder.getInt32(1), Align(4),
                              orderingOf(translation, instruction[2]));
  noteScope(translation, instruction, *before);
  return builder.CreateICmpNE(before, builder.getInt32(0));
}

Value *clearFlag(Translation &translation, const Instruction &instruction) {
  Value *pointer = pointerOperand(translation, instruction);
  if (!pointer)
    return nullptr;
  StoreInst *store =
      translation.builder.CreateAlignedStore(translation.builder.getInt32(0), pointer, Align(4));
  store->setAtomic(storeOrdering(orderingOf(translation, instruction[2])));
  noteScope(translation, instruction, *store);
  return nullptr;
}

constexpr Handler handlers[] = {
    {spv::OpAtomicLoad, atomicLoad},
    {spv::OpAtomicStore, atomicStore},
    {spv::OpAtomicExchange, readModifyWrite<AtomicRMWInst::Xchg>},
    {spv::OpAtomicCompareExchange, compareExchange},
    {spv::OpAtomicCompareExchangeWeak, compareExchange},
    {spv::OpAtomicIIncrement, step<AtomicRMWInst::Add>},
    {spv::OpAtomicIDecrement, step<AtomicRMWInst::Sub>},
    {spv::OpAtomicIAdd, readModifyWrite<AtomicRMWInst::Add>},
    {spv::OpAtomicISub, readModifyWrite<AtomicRMWInst::Sub>},
    {spv::OpAtomicSMin, readModifyWrite<AtomicRMWInst::Min>},
    {spv::OpAtomicUMin, readModifyWrite<AtomicRMWInst::UMin>},
    {spv::OpAtomicSMax, readModifyWrite<AtomicRMWInst::Max>},
    {spv::OpAtomicUMax, readModifyWrite<AtomicRMWInst::UMax>},
    {spv::OpAtomicAnd, readModifyWrite<AtomicRMWInst::And>},
    {spv::OpAtomicOr, readModifyWrite<AtomicRMWInst::Or>},
    {spv::OpAtomicXor, readModifyWrite<AtomicRMWInst::Xor>},
    {spv::OpAtomicFAddEXT, readModifyWrite<AtomicRMWInst::FAdd>},
    {spv::OpAtomicFMinEXT, readModifyWrite<AtomicRMWInst::FMin>},
    {spv::OpAtomicFMaxEXT, readModifyWrite<AtomicRMWInst::FMax>},
    {spv::OpAtomicFlagTestAndSet, setFlag},
    {spv::OpAtomicFlagClear, clearFlag},
};

} // namespace

ArrayRef<Handler> atomicHandlers() { return handlers; }

} // namespace weft::compiler::spirv
