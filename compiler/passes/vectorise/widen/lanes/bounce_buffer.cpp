// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/bounce_buffer.h"

#include "compiler/passes/support/limits.h"

#include "llvm/IR/Module.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

static constexpr StringLiteral zerosName = "weft.zeros";

Value *BounceBuffer::addressLike(const Value &pointer, const Elements &elements) {
  if (!buffer)
    buffer = gang.createEntryAlloca(ArrayType::get(gang.getInt8Ty(), 0), "bounce", Align());
  const std::uint64_t bytes =
      std::max(gang.lanes * elements.step, buffer->getAllocatedType()->getArrayNumElements());
  buffer->setAllocatedType(ArrayType::get(gang.getInt8Ty(), bytes));
  buffer->setAlignment(std::max(buffer->getAlign(), elements.alignment));
  return gang.CreateAddrSpaceCast(buffer, pointer.getType());
}

Value *BounceBuffer::zerosLike(const Value &pointer) {
  Module &module = *gang.result->getParent();
  GlobalVariable *zeros = module.getNamedGlobal(zerosName);
  if (!zeros) {
    auto *type = ArrayType::get(gang.getInt8Ty(), limits::bounceBuffer);
    zeros = new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::InternalLinkage,
                               Constant::getNullValue(type), zerosName);
    zeros->setAlignment(Align(limits::bounceBuffer));
  }
  return gang.CreateAddrSpaceCast(zeros, pointer.getType());
}

// for (left = mask; left; left &= left - 1) to[lowest bit of left] = from[lowest bit of left];
void BounceBuffer::copyActive(Value *from, Value *to, Value *mask, const Elements &elements) {
  BasicBlock *before = gang.GetInsertBlock();
  BasicBlock *head = gang.createBlock("lanes");
  BasicBlock *copy = gang.createBlock("lane");
  BasicBlock *after = gang.createBlock("copied");
  Value *all = gang.bitsOf(mask);
  Type *word = all->getType();
  gang.CreateBr(head);

  gang.SetInsertPoint(head);
  PHINode *left = gang.CreatePHI(word, 2);
  left->addIncoming(all, before);
  gang.CreateCondBr(gang.CreateICmpNE(left, ConstantInt::get(word, 0)), copy, after);

  gang.SetInsertPoint(copy);
  Value *lane = gang.CreateZExtOrTrunc(
      gang.CreateBinaryIntrinsic(Intrinsic::cttz, left, gang.getTrue()), gang.getInt64Ty());
  Value *offset = gang.CreateMul(lane, gang.getInt64(elements.step));
  const auto at = [&](Value *start) { return gang.CreateGEP(gang.getInt8Ty(), start, offset); };
  Value *target = at(to);
  gang.CreateAlignedStore(gang.CreateAlignedLoad(elements.type, at(from), elements.alignment),
                          target, elements.alignment);
  left->addIncoming(gang.CreateAnd(left, gang.CreateSub(left, ConstantInt::get(word, 1))), copy);
  gang.CreateBr(head);

  gang.SetInsertPoint(after);
}

} // namespace weft::compiler
