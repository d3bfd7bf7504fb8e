// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/shuffles/hoist_shuffles.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-hoist-shuffles"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(operationsMoved, "Operations moved behind shuffles");

namespace {

// Whether the shuffle extracts elements of one vector.
bool picks(const User &user) {
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&user);
  return shuffle && isa<UndefValue>(shuffle->getOperand(1)) &&
         elementsOf(*shuffle) < elementsOf(*shuffle->getOperand(0));
}

bool isElementwise(const Instruction &instruction) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID()) &&
           all_of(call->args(), [&](const Value *operand) {
             return operand->getType() == instruction.getType();
           });
  return isa<BinaryOperator, UnaryOperator>(instruction);
}

// A call's operands are its arguments.
iterator_range<User::op_iterator> operandsOf(Instruction &operation) {
  auto *call = dyn_cast<CallInst>(&operation);
  return call ? call->args() : operation.operands();
}

bool isSplat(const Value &value) {
  const auto *constant = dyn_cast<Constant>(&value);
  return constant && constant->getSplatValue();
}

bool belongsBehind(Instruction &operation) {
  if (!isElementwise(operation) || operation.use_empty() ||
      !all_of(operation.users(), [](const User *user) { return picks(*user); }))
    return false;
  unsigned picked = 0;
  for (const User *user : operation.users())
    picked += elementsOf(*user);
  if (picked > elementsOf(operation))
    return false;
  const auto vectors = make_filter_range(operandsOf(operation),
                                         [](const Value *operand) { return !isSplat(*operand); });
  return all_equal(vectors) || all_of(vectors, [](const Value *operand) {
           return any_of(operand->users(), [](const User *user) { return picks(*user); });
         });
}

void moveBehind(Instruction &operation, ShuffleVectorInst &shuffle) {
  assert(shuffle.getOperand(0) == &operation && elementsOf(shuffle) < elementsOf(operation));
  IRBuilder<> builder(&shuffle);
  const ElementCount count = ElementCount::getFixed(elementsOf(shuffle));
  SmallDenseMap<Value *, Value *, 4> picked;
  SmallVector<Value *> operands;
  for (Value *operand : operandsOf(operation)) {
    Value *&known = picked[operand];
    if (!known)
      known = isSplat(*operand)
                  ? ConstantVector::getSplat(count, cast<Constant>(operand)->getSplatValue())
                  : builder.CreateShuffleVector(operand, shuffle.getShuffleMask());
    operands.push_back(known);
  }
  Value *moved =
      isa<CallInst>(operation)
          ? builder.CreateIntrinsic(shuffle.getType(),
                                    cast<IntrinsicInst>(operation).getIntrinsicID(), operands)
          : builder.CreateNAryOp(operation.getOpcode(), operands);
  if (auto *instruction = dyn_cast<Instruction>(moved))
    instruction->copyIRFlags(&operation);
  shuffle.replaceAllUsesWith(moved);
  shuffle.eraseFromParent();
}

} // namespace

PreservedAnalyses HoistShufflesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  // Backwards, so that users come before operands.
  for (BasicBlock &block : function)
    for (Instruction &operation : make_early_inc_range(reverse(block))) {
      if (!operation.getType()->isVectorTy() || !belongsBehind(operation))
        continue;
      for (User *user : make_early_inc_range(operation.users()))
        moveBehind(operation, *cast<ShuffleVectorInst>(user));
      operation.eraseFromParent();
      ++operationsMoved;
      changed = true;
    }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
