// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

namespace weft::compiler {

using namespace llvm;

void GangBuilder::fail(const Twine &text, const Instruction *place) {
  if (failed)
    return;
  failed = true;
  problem.text = text.str();
  if (place)
    problem.place = place->getDebugLoc();
}

AllocaInst *GangBuilder::createEntryAlloca(Type *type, const Twine &name, Align alignment) {
  return new AllocaInst(type, layout().getAllocaAddrSpace(), nullptr, alignment, name,
                        result->getEntryBlock().begin());
}

Value *GangBuilder::stepVector(Type *type, std::int64_t step) {
  SmallVector<Constant *> elements;
  for (unsigned lane = 0; lane != lanes; ++lane)
    elements.push_back(ConstantInt::get(type, static_cast<std::uint64_t>(lane) * step,
                                        /*IsSigned=*/false, /*ImplicitTrunc=*/true));
  return ConstantVector::get(elements);
}

Constant *GangBuilder::allLanes() { return ConstantInt::getTrue(wideType(getInt1Ty())); }

Value *GangBuilder::anyOf(Value *lanesMask) {
  Value *bits = CreateBitCast(lanesMask, getIntNTy(lanes));
  return CreateICmpNE(bits, ConstantInt::get(bits->getType(), 0));
}

Value *GangBuilder::allOf(Value *lanesMask) {
  Value *bits = CreateBitCast(lanesMask, getIntNTy(lanes));
  return CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
}

Value *GangBuilder::andMasks(Value *first, Value *second) {
  return first ? CreateSelect(first, second, ConstantInt::getFalse(first->getType())) : second;
}

Value *GangBuilder::both(Value *first, Value *second) {
  if (!first || !second)
    return first ? first : second;
  return CreateAnd(first, second);
}

static unsigned bitsOfWord(unsigned lanes) { return std::max(lanes, 32u); }

Value *GangBuilder::bitsOf(Value *lanesMask) {
  return CreateZExt(CreateBitCast(lanesMask, getIntNTy(lanes)), getIntNTy(bitsOfWord(lanes)));
}

Value *GangBuilder::activeBits() {
  return mask ? bitsOf(mask) : getInt(APInt::getLowBitsSet(bitsOfWord(lanes), lanes));
}

// A block never runs with an empty mask, but the extraction of a lane may be hoisted to where the
// mask is empty, and with an invalid index it reads outside the vector. So an empty mask selects
// lane 0.
Value *GangBuilder::lastActiveIndex() {
  if (!mask)
    return getInt32(lanes - 1);
  Value *bits = activeBits();
  Type *word = bits->getType();
  Value *zeros =
      CreateBinaryIntrinsic(Intrinsic::ctlz, CreateOr(bits, ConstantInt::get(word, 1)), getTrue());
  return CreateSub(ConstantInt::get(word, word->getIntegerBitWidth() - 1), zeros);
}

Value *GangBuilder::firstActiveIndex() {
  if (!mask)
    return getInt32(0);
  Value *bits = activeBits();
  const APInt last = APInt::getOneBitSet(bits->getType()->getIntegerBitWidth(), lanes - 1);
  return CreateBinaryIntrinsic(Intrinsic::cttz, CreateOr(bits, getInt(last)), getTrue());
}

Parts GangBuilder::eitherWay(Value *condition, function_ref<Parts()> likely,
                             function_ref<Parts()> otherwise) {
  if (!condition)
    return likely();
  BasicBlock *first = createBlock("together");
  BasicBlock *second = createBlock("scattered");
  BasicBlock *after = createBlock("accessed");
  CreateCondBr(condition, first, second, MDBuilder(getContext()).createLikelyBranchWeights());
  SetInsertPoint(first);
  const Parts left = likely();
  BasicBlock *leftEnd = GetInsertBlock();
  CreateBr(after);
  SetInsertPoint(second);
  const Parts right = otherwise();
  BasicBlock *rightEnd = GetInsertBlock();
  CreateBr(after);
  SetInsertPoint(after);
  assert(left.size() == right.size() && "both ways give the same parts");
  Parts joined;
  for (auto [one, other] : zip(left, right)) {
    PHINode *phi = CreatePHI(one->getType(), 2);
    phi->addIncoming(one, leftEnd);
    phi->addIncoming(other, rightEnd);
    joined.push_back(phi);
  }
  return joined;
}

// LLVM finds instructions for shuffles of two vectors, and prices them; calls would keep it from
// unrolling loops.
static constexpr unsigned pair = 2;

Parts GangBuilder::deinterleaved(Value *flat, unsigned count) {
  if (count == 1)
    return {flat};
  Parts parts;
  if (count == pair) {
    for (unsigned number = 0; number != count; ++number)
      parts.push_back(CreateShuffleVector(flat, createStrideMask(number, count, lanes)));
    return parts;
  }
  auto *type = cast<FixedVectorType>(flat->getType());
  Value *components = CreateCall(deinterleaving(*result->getParent(), *type, count), flat);
  for (unsigned number = 0; number != count; ++number)
    parts.push_back(CreateExtractValue(components, number));
  return parts;
}

Value *GangBuilder::interleaved(ArrayRef<Value *> parts) {
  const unsigned count = parts.size();
  if (count == 1)
    return parts[0];
  if (all_equal(parts))
    return CreateShuffleVector(parts[0], createReplicatedMask(count, lanes));
  if (count == pair || all_of(parts, IsaPred<Constant>))
    return CreateShuffleVector(concatenateVectors(*this, parts),
                               createInterleaveMask(lanes, count));
  auto *type = cast<FixedVectorType>(parts[0]->getType());
  return CreateCall(interleaving(*result->getParent(), *type, count), parts);
}

} // namespace weft::compiler
