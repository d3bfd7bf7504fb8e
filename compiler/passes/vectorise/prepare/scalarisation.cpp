// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/scalarisation.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/passes/replaced_instructions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include <optional>

#define DEBUG_TYPE "weft-canonical-form"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(reductionsExpanded, "Expanded vector reductions");
ALWAYS_ENABLED_STATISTIC(callsSplit, "Split elementwise calls");

namespace {

std::optional<Instruction::BinaryOps> reductionOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::vector_reduce_add:
    return Instruction::Add;
  case Intrinsic::vector_reduce_mul:
    return Instruction::Mul;
  case Intrinsic::vector_reduce_and:
    return Instruction::And;
  case Intrinsic::vector_reduce_or:
    return Instruction::Or;
  case Intrinsic::vector_reduce_xor:
    return Instruction::Xor;
  default:
    return std::nullopt;
  }
}

// Combines the components of one work-item's vector one by one.
Value *combineComponents(IRBuilder<> &builder, Instruction::BinaryOps operation, Value *vector) {
  Value *combined = builder.CreateExtractElement(vector, std::uint64_t{0});
  const unsigned count = cast<FixedVectorType>(vector->getType())->getNumElements();
  for (unsigned number = 1; number != count; ++number)
    combined =
        builder.CreateBinOp(operation, combined, builder.CreateExtractElement(vector, number));
  return combined;
}

// Expands InstCombine's any/all test of bits; null for other tests.
Value *expandTest(ICmpInst &test) {
  auto *bits = dyn_cast<BitCastInst>(test.getOperand(0));
  const auto *limit = dyn_cast<ConstantInt>(test.getOperand(1));
  if (!bits || !limit || !test.isEquality() || !bits->getSrcTy()->isVectorTy() ||
      !bits->getSrcTy()->getScalarType()->isIntegerTy(1) ||
      !(limit->isZero() || limit->isMinusOne()))
    return nullptr;
  IRBuilder<> builder(&test);
  const bool asksForAll = limit->isMinusOne();
  Value *combined = combineComponents(builder, asksForAll ? Instruction::And : Instruction::Or,
                                      bits->getOperand(0));
  const bool isTrue = asksForAll == (test.getPredicate() == ICmpInst::ICMP_EQ);
  return isTrue ? combined : builder.CreateNot(combined);
}

// Null for other instructions.
Value *expandReduction(Instruction &instruction) {
  if (auto *test = dyn_cast<ICmpInst>(&instruction))
    return expandTest(*test);
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  const auto operation = call ? reductionOf(call->getIntrinsicID()) : std::nullopt;
  if (!operation)
    return nullptr;
  IRBuilder<> builder(call);
  return combineComponents(builder, *operation, call->getArgOperand(0));
}

// Splits an elementwise function of vectors into functions of the components; null for others.
Value *splitElementwiseCall(Instruction &instruction) {
  const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!type || !isElementwise(calleeName(instruction)))
    return nullptr;
  auto &call = cast<CallInst>(instruction);
  IRBuilder<> builder(&call);
  Value *combined = PoisonValue::get(call.getType());
  Function *form = elementwiseForm(*call.getCalledFunction(), 1);
  for (unsigned number = 0; number != type->getNumElements(); ++number) {
    SmallVector<Value *, 2> elements;
    for (Value *operand : call.args())
      elements.push_back(builder.CreateExtractElement(operand, number));
    combined = builder.CreateInsertElement(combined, builder.CreateCall(form, elements), number);
  }
  return combined;
}

// The elements that a chain of insertions puts into a constant; empty for another value.
SmallVector<Value *> insertedElements(Value *value) {
  const auto *type = cast<FixedVectorType>(value->getType());
  SmallVector<Value *> elements(type->getNumElements());
  while (auto *put = dyn_cast<InsertElementInst>(value)) {
    const auto *index = dyn_cast<ConstantInt>(put->getOperand(2));
    if (!index || index->getValue().uge(elements.size()))
      return {};
    if (!elements[index->getZExtValue()])
      elements[index->getZExtValue()] = put->getOperand(1);
    value = put->getOperand(0);
  }
  const auto *rest = dyn_cast<Constant>(value);
  for (auto [number, element] : enumerate(elements)) {
    if (!element && rest)
      element = rest->getAggregateElement(number);
    if (!element)
      return {};
  }
  return elements;
}

// Repeats chains of insertions at each use of the vector, as a vector must not leave a loop or flow
// into a phi.
void gatherAtUses(Function &function) {
  SmallVector<Use *> uses;
  for (Instruction &instruction : instructions(function))
    for (Use &use : instruction.operands())
      if (auto *put = dyn_cast<InsertElementInst>(use.get());
          put && put->getParent() != instruction.getParent() && !isa<PHINode>(instruction))
        uses.push_back(&use);
  for (Use *use : uses) {
    const SmallVector<Value *> elements = insertedElements(use->get());
    if (elements.empty())
      continue;
    IRBuilder<> builder(cast<Instruction>(use->getUser()));
    Value *combined = PoisonValue::get(use->get()->getType());
    for (auto [number, element] : enumerate(elements))
      combined = builder.CreateInsertElement(combined, element, number);
    use->set(combined);
  }
}

} // namespace

PreservedAnalyses ScalarisationPass::run(Function &function, FunctionAnalysisManager &analyses) {
  reductionsExpanded += replaceInstructions(function, expandReduction);
  callsSplit += replaceInstructions(function, splitElementwiseCall);
  ScalarizerPass().run(function, analyses);
  gatherAtUses(function);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
