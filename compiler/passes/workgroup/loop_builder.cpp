// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/loop_builder.h"

#include "compiler/passes/support/loop_marks.h"

#include "llvm/IR/InlineAsm.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The metadata of a loop: `other` if there is one, and what is not empty of the names.
MDNode *loopNode(LLVMContext &context, ArrayRef<StringRef> names, Metadata *other = nullptr) {
  SmallVector<Metadata *> entries{nullptr};
  if (other)
    entries.push_back(other);
  for (const StringRef name : names)
    if (!name.empty())
      entries.push_back(MDNode::get(context, MDString::get(context, name)));
  MDNode *node = MDNode::getDistinct(context, entries);
  node->replaceOperandWith(0, node);
  return node;
}

// LLVM does not even estimate what unrolling costs where it is disabled altogether.
StringRef unrollingLimit(bool isByConstants) {
  return isByConstants ? "llvm.loop.unroll.runtime.disable" : "llvm.loop.unroll.disable";
}

// Keeps LLVM's loop vectoriser off.
Metadata *isVectorised(LLVMContext &context) {
  Metadata *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  return MDNode::get(context, {MDString::get(context, "llvm.loop.isvectorized"), one});
}

} // namespace

// Unrolling with remainders would multiply the loop vectoriser's remainder loops, for little gain.
MDNode *loopProperties(LLVMContext &context, StringRef mark, bool mayUnroll) {
  return loopNode(context, {unrollingLimit(mayUnroll), mark});
}

BasicBlock *LoopBuilder::createBlock(const Twine &name) {
  return BasicBlock::Create(getContext(), name, GetInsertBlock()->getParent());
}

void LoopBuilder::beginBlock(BasicBlock &block) {
  Function &function = *GetInsertBlock()->getParent();
  function.insert(function.end(), &block);
  SetInsertPoint(&block);
}

void LoopBuilder::createLoop(Value *count, const Twine &name, Body body, StringRef mark) {
  BasicBlock *before = GetInsertBlock();
  BasicBlock *loop = createBlock(name);
  CreateBr(loop);
  SetInsertPoint(loop);
  PHINode *index = CreatePHI(getInt64Ty(), 2, name + ".index");
  index->addIncoming(getInt64(0), before);
  body(index);
  Value *next = CreateAdd(index, getInt64(1), name + ".next", /*HasNUW=*/true, /*HasNSW=*/true);
  index->addIncoming(next, GetInsertBlock());
  BasicBlock *after = createBlock(name + ".end");
  BranchInst *branch = CreateCondBr(CreateICmpEQ(next, count), after, loop);
  const bool mayUnroll = mark.empty() || isa<ConstantInt>(count);
  branch->setMetadata(LLVMContext::MD_loop, loopProperties(getContext(), mark, mayUnroll));
  SetInsertPoint(after);
}

// LLVM finds the greatest count of an inequality's iterations, but makes better addresses where an
// equality ends the loop.
void LoopBuilder::createLoopFrom(Value *begin, Value *end, std::uint64_t step, const Twine &name,
                                 Body body, Unrolling unrolling, StringRef mark) {
  BasicBlock *before = GetInsertBlock();
  BasicBlock *loop = createBlock(name);
  BasicBlock *after = BasicBlock::Create(getContext(), name + ".end");
  CreateCondBr(CreateICmpULT(begin, end), loop, after);
  SetInsertPoint(loop);
  PHINode *index = CreatePHI(getInt64Ty(), 2, name + ".index");
  index->addIncoming(begin, before);
  body(index);
  Value *next = CreateAdd(index, getInt64(step), name + ".next", /*HasNUW=*/true, /*HasNSW=*/true);
  index->addIncoming(next, GetInsertBlock());
  BranchInst *branch = unrolling == Unrolling::Wholly
                           ? CreateCondBr(CreateICmpULT(next, end), loop, after)
                           : CreateCondBr(CreateICmpEQ(next, end), after, loop);
  const StringRef limit = unrolling == Unrolling::Not ? unrollingLimit(sizesAreKnown) : StringRef();
  branch->setMetadata(LLVMContext::MD_loop, loopNode(getContext(), {limit, mark, gangLoopMark},
                                                     isVectorised(getContext())));
  beginBlock(*after);
}

void LoopBuilder::createIf(Value *condition, const Twine &name, function_ref<void()> body,
                           function_ref<void()> otherwise) {
  BasicBlock *taken = createBlock(name);
  BasicBlock *join = BasicBlock::Create(getContext(), name + ".end");
  BasicBlock *other = otherwise ? createBlock(name + ".else") : join;
  CreateCondBr(condition, taken, other);
  SetInsertPoint(taken);
  body();
  CreateBr(join);
  if (otherwise) {
    SetInsertPoint(other);
    otherwise();
    CreateBr(join);
  }
  beginBlock(*join);
}

Value *LoopBuilder::createWholeOf(Value *size, std::uint64_t step) {
  return CreateAnd(size, getInt64(-step));
}

Value *LoopBuilder::createKeptInBlock(Value *value) {
  if (isa<Constant>(value))
    return value;
  Type *type = value->getType();
  InlineAsm *copy = InlineAsm::get(FunctionType::get(type, type, false), "", "=r,0",
                                   /*hasSideEffects=*/true);
  CallInst *call = CreateCall(copy, value);
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return call;
}

} // namespace weft::compiler
