// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/dot_products.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/target/arch/dot_product.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(dotProductsOfCpu, "Dot products of bytes by the CPU's instruction");
ALWAYS_ENABLED_STATISTIC(dotProductsExpanded, "Dot products of bytes by products of 16 bits");

namespace {

class DotProductWriter {
public:
  DotProductWriter(CallInst &call, DotProductSigns signs)
      : call(call), signs(signs), builder(&call) {}

  void replace(const TargetFeatures &features) {
    Instruction *last = onlyAddition();
    if (last)
      builder.SetInsertPoint(last);
    else
      last = &call;
    Value *a = asVector(call.getArgOperand(0)), *b = asVector(call.getArgOperand(1));
    Value *sum = last == &call ? Constant::getNullValue(a->getType())
                               : asVector(last->getOperand(last->getOperand(0) == &call ? 1 : 0));
    Value *result = addDotProduct(builder, features, signs, sum, a, b);
    ++(result ? dotProductsOfCpu : dotProductsExpanded);
    if (!result)
      result = builder.CreateAdd(sum, expanded(a, b));
    if (!call.getType()->isVectorTy())
      result = builder.CreateExtractElement(result, std::uint64_t{0});
    last->replaceAllUsesWith(result);
    if (last != &call)
      last->eraseFromParent();
    call.eraseFromParent();
  }

private:
  // What the instruction does, too. In another block, such as of a loop, it may run more often.
  Instruction *onlyAddition() const {
    if (!call.hasOneUse())
      return nullptr;
    auto *user = cast<Instruction>(call.user_back());
    return user->getOpcode() == Instruction::Add && user->getParent() == call.getParent() ? user
                                                                                          : nullptr;
  }

  Value *asVector(Value *value) {
    if (value->getType()->isVectorTy())
      return value;
    auto *one = FixedVectorType::get(value->getType(), 1);
    return builder.CreateInsertElement(PoisonValue::get(one), value, std::uint64_t{0});
  }

  // The bytes with odd or with even numbers, as 32-bit numbers that fill 16.
  Value *bytes(Value *words, bool isSigned, bool areOdd) {
    const unsigned count = cast<FixedVectorType>(words->getType())->getNumElements();
    auto *halves = FixedVectorType::get(builder.getInt16Ty(), 2 * count);
    Value *value = builder.CreateBitCast(words, halves);
    if (areOdd)
      value = isSigned ? builder.CreateAShr(value, 8) : builder.CreateLShr(value, 8);
    else
      value = isSigned ? builder.CreateAShr(builder.CreateShl(value, 8), 8)
                       : builder.CreateAnd(value, 0xff);
    return builder.CreateSExt(value, halves->getWithNewBitWidth(32));
  }

  // Neighbouring products, added.
  Value *pairs(Value *a, Value *b, bool areOdd) {
    Value *products =
        builder.CreateMul(bytes(a, signs.first, areOdd), bytes(b, signs.second, areOdd));
    const unsigned count = cast<FixedVectorType>(a->getType())->getNumElements();
    return builder.CreateAdd(builder.CreateShuffleVector(products, createStrideMask(0, 2, count)),
                             builder.CreateShuffleVector(products, createStrideMask(1, 2, count)));
  }

  Value *expanded(Value *a, Value *b) {
    return builder.CreateAdd(pairs(a, b, false), pairs(a, b, true));
  }

  CallInst &call;
  const DotProductSigns signs;
  IRBuilder<> builder;
};

} // namespace

bool replaceDotProducts(Function &function, const TargetFeatures &features) {
  SmallVector<std::pair<CallInst *, DotProductSigns>> calls;
  for (Instruction &instruction : instructions(function))
    if (const auto signs = dotProductSigns(calleeName(instruction)))
      calls.emplace_back(cast<CallInst>(&instruction), *signs);
  for (const auto &[call, signs] : calls)
    DotProductWriter(*call, signs).replace(features);
  return !calls.empty();
}

} // namespace weft::compiler
