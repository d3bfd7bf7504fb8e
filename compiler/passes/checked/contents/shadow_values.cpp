// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/contents/shadow_values.h"

#include "compiler/passes/support/lanes/lane_functions.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cassert>

namespace weft::compiler {

using namespace llvm;

namespace {

// Values from which sourcesOf() goes back.
constexpr unsigned mostSteps = 256;

// Whether the result is made of the operands alone.
bool passesBits(const Instruction &instruction) {
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return call->doesNotAccessMemory() && !call->arg_empty() && !isUniformLaneFunction(*call);
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, PHINode, SelectInst, FreezeInst,
             GetElementPtrInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst,
             ExtractValueInst>(instruction);
}

bool isBitwise(const BinaryOperator &operation) {
  switch (operation.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return true;
  default:
    return false;
  }
}

} // namespace

Type *shadowType(Type &type) {
  if (auto *vector = dyn_cast<FixedVectorType>(&type)) {
    Type *element = shadowType(*vector->getElementType());
    return element ? FixedVectorType::get(element, vector->getNumElements()) : nullptr;
  }
  if (type.isPointerTy())
    return Type::getInt64Ty(type.getContext());
  if (type.isIntegerTy() || type.isFloatingPointTy())
    return Type::getIntNTy(type.getContext(), type.getPrimitiveSizeInBits());
  return nullptr;
}

Value *hasAny(IRBuilderBase &builder, Value *shadow) {
  if (shadow->getType()->isVectorTy())
    shadow = builder.CreateOrReduce(shadow);
  return builder.CreateICmpNE(shadow, Constant::getNullValue(shadow->getType()));
}

// Elements are spread for themselves if there are as many.
Value *spread(IRBuilderBase &builder, Value *shadow, Type *type) {
  auto *from = dyn_cast<FixedVectorType>(shadow->getType());
  auto *to = dyn_cast<FixedVectorType>(type);
  if (from && to && from->getNumElements() == to->getNumElements()) {
    Value *any = builder.CreateICmpNE(shadow, Constant::getNullValue(from));
    return builder.CreateSExt(any, type);
  }
  Value *any = hasAny(builder, shadow);
  if (!to)
    return builder.CreateSExtOrTrunc(any, type);
  return builder.CreateVectorSplat(to->getNumElements(),
                                   builder.CreateSExt(any, to->getElementType()));
}

ShadowValues::ShadowValues(Function &function, const Sources &sources)
    : function(function), sources(sources) {
  reach();
}

void ShadowValues::reach() {
  SmallVector<const Value *> pending(sources.begin(), sources.end());
  reached.insert(pending.begin(), pending.end());
  while (!pending.empty())
    for (const User *user : pending.pop_back_val()->users()) {
      const auto *instruction = cast<Instruction>(user);
      const bool hasShadow = shadowType(*instruction->getType()) != nullptr;
      if (hasShadow && passesBits(*instruction) && reached.insert(instruction).second)
        pending.push_back(instruction);
    }
}

Value *ShadowValues::of(Value &value) const {
  Type *type = shadowType(*value.getType());
  assert(type && "structures have no shadow");
  Value *known = shadows.lookup(&value);
  return known ? known : Constant::getNullValue(type);
}

void ShadowValues::emit() {
  SmallVector<Instruction *> order;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block)
      if (reached.contains(&instruction) && !sources.contains(&instruction))
        order.push_back(&instruction);
  SmallVector<PHINode *> phis;
  for (Instruction *instruction : order) {
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      phis.push_back(phi);
      shadows[phi] = IRBuilder<>(phi).CreatePHI(shadowType(*phi->getType()),
                                                phi->getNumIncomingValues(), "shadow");
    } else {
      shadows[instruction] = emit(*instruction);
    }
  }
  for (PHINode *phi : phis)
    for (auto [value, block] : zip(phi->incoming_values(), phi->blocks()))
      cast<PHINode>(shadows[phi])->addIncoming(of(*value), block);
}

Value *ShadowValues::anyOperand(IRBuilder<> &builder, Instruction &instruction) const {
  Type *type = shadowType(*instruction.getType());
  // What is taken from a structure, which no other value is than one that was never set.
  if (isa<ExtractValueInst>(instruction))
    return Constant::getAllOnesValue(type);
  Value *all = nullptr;
  const auto *call = dyn_cast<CallBase>(&instruction);
  for (Use &operand : call ? make_range(const_cast<CallBase *>(call)->arg_begin(),
                                        const_cast<CallBase *>(call)->arg_end())
                           : instruction.operands()) {
    if (!shadowType(*operand->getType()) || !mayBeUnset(*operand))
      continue;
    Value *shadow = spread(builder, of(*operand), type);
    all = all ? builder.CreateOr(all, shadow) : shadow;
  }
  return all ? all : Constant::getNullValue(type);
}

Value *ShadowValues::bitwise(IRBuilder<> &builder, BinaryOperator &operation) const {
  Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  Value *ofLeft = of(*left), *ofRight = of(*right);
  switch (operation.getOpcode()) {
  case Instruction::And:
    return builder.CreateOr(builder.CreateAnd(ofLeft, builder.CreateOr(right, ofRight)),
                            builder.CreateAnd(left, ofRight));
  case Instruction::Or:
    return builder.CreateOr(
        builder.CreateAnd(ofLeft, builder.CreateOr(builder.CreateNot(right), ofRight)),
        builder.CreateAnd(builder.CreateNot(left), ofRight));
  case Instruction::Xor:
    return builder.CreateOr(ofLeft, ofRight);
  default:
    return builder.CreateOr(builder.CreateBinOp(operation.getOpcode(), ofLeft, right),
                            spread(builder, ofRight, ofLeft->getType()));
  }
}

Value *ShadowValues::select(IRBuilder<> &builder, SelectInst &choice) const {
  Value *chosen = builder.CreateSelect(choice.getCondition(), of(*choice.getTrueValue()),
                                       of(*choice.getFalseValue()));
  Value *condition = of(*choice.getCondition());
  return builder.CreateOr(chosen, spread(builder, condition, chosen->getType()));
}

// Elements that are any value, as the fourth of a vector of three, count as initialised.
Value *ShadowValues::shuffle(IRBuilder<> &builder, ShuffleVectorInst &instruction) const {
  Value *moved = builder.CreateShuffleVector(
      of(*instruction.getOperand(0)), of(*instruction.getOperand(1)), instruction.getShuffleMask());
  SmallVector<Constant *> isTaken;
  for (const int element : instruction.getShuffleMask())
    isTaken.push_back(builder.getInt1(element >= 0));
  return builder.CreateSelect(ConstantVector::get(isTaken), moved,
                              Constant::getNullValue(moved->getType()));
}

Value *ShadowValues::emit(Instruction &instruction) {
  IRBuilder<> builder(instruction.getNextNode());
  Type *type = shadowType(*instruction.getType());
  const auto ofOperand = [&](unsigned index) { return of(*instruction.getOperand(index)); };
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return isBitwise(*operation) ? bitwise(builder, *operation)
                                 : builder.CreateOr(ofOperand(0), ofOperand(1));
  if (auto *choice = dyn_cast<SelectInst>(&instruction))
    return select(builder, *choice);
  switch (instruction.getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    return builder.CreateCast(cast<CastInst>(instruction).getOpcode(), ofOperand(0), type);
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return builder.CreateZExtOrTrunc(ofOperand(0), type);
  case Instruction::BitCast:
    return builder.CreateBitCast(ofOperand(0), type);
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
  case Instruction::FNeg:
    return ofOperand(0);
  case Instruction::ExtractElement:
    return builder.CreateOr(builder.CreateExtractElement(ofOperand(0), instruction.getOperand(1)),
                            spread(builder, ofOperand(1), type));
  case Instruction::InsertElement:
    return builder.CreateOr(
        builder.CreateInsertElement(ofOperand(0), ofOperand(1), instruction.getOperand(2)),
        spread(builder, ofOperand(2), type));
  case Instruction::ShuffleVector:
    return shuffle(builder, cast<ShuffleVectorInst>(instruction));
  default:
    return anyOperand(builder, instruction);
  }
}

SmallVector<Instruction *, 4> ShadowValues::sourcesOf(Value &value) const {
  SmallVector<Instruction *, 4> found;
  SmallSetVector<Value *, 16> seen;
  seen.insert(&value);
  for (unsigned index = 0; index != seen.size() && index != mostSteps; ++index) {
    auto *instruction = cast<Instruction>(seen[index]);
    if (sources.contains(instruction)) {
      found.push_back(instruction);
      continue;
    }
    for (Value *operand : instruction->operands())
      if (mayBeUnset(*operand))
        seen.insert(operand);
  }
  return found;
}

} // namespace weft::compiler
