// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/arithmetic/relaxed_arithmetic.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#define DEBUG_TYPE "weft-relaxed-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(sumsFused, "Products and sums fused as options permit");
ALWAYS_ENABLED_STATISTIC(operationsFixed, "Operations whose arithmetic is no longer relaxed");

namespace {

// The product to fuse with a sum; null if the operand is not one.
BinaryOperator *productOf(Value *operand) {
  auto *product = dyn_cast<BinaryOperator>(operand);
  return product && product->getOpcode() == Instruction::FMul && product->hasAllowContract() &&
                 product->hasOneUse()
             ? product
             : nullptr;
}

bool fuse(BinaryOperator &sum) {
  BinaryOperator *left = productOf(sum.getOperand(0)), *right = productOf(sum.getOperand(1));
  BinaryOperator *product = left ? left : right;
  if (!product)
    return false;
  IRBuilder<> builder(&sum);
  builder.setFastMathFlags(sum.getFastMathFlags() & product->getFastMathFlags());
  Value *factor = product->getOperand(0), *other = sum.getOperand(left ? 1 : 0);
  if (sum.getOpcode() == Instruction::FSub)
    (left ? other : factor) = builder.CreateFNeg(left ? other : factor);
  Value *fused = builder.CreateIntrinsic(Intrinsic::fma, {sum.getType()},
                                         {factor, product->getOperand(1), other});
  fused->takeName(&sum);
  sum.replaceAllUsesWith(fused);
  sum.eraseFromParent();
  product->eraseFromParent();
  ++sumsFused;
  return true;
}

bool fuseAll(Function &function, const TargetFeatures &target) {
  SmallVector<BinaryOperator *> sums;
  for (Instruction &instruction : instructions(function)) {
    auto *sum = dyn_cast<BinaryOperator>(&instruction);
    if (sum && (sum->getOpcode() == Instruction::FAdd || sum->getOpcode() == Instruction::FSub) &&
        sum->hasAllowContract() && target.fuses(*sum->getType()->getScalarType()))
      sums.push_back(sum);
  }
  bool changed = false;
  for (BinaryOperator *sum : sums)
    changed |= fuse(*sum);
  return changed;
}

// Keeps the promises of finite numbers.
bool fix(Instruction &instruction) {
  if (!isa<FPMathOperator>(&instruction))
    return false;
  const FastMathFlags before = instruction.getFastMathFlags();
  FastMathFlags after;
  after.setNoNaNs(before.noNaNs());
  after.setNoInfs(before.noInfs());
  if (!(before != after))
    return false;
  instruction.copyFastMathFlags(after);
  ++operationsFixed;
  return true;
}

} // namespace

PreservedAnalyses RelaxedArithmeticPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  bool changed = fuseAll(function, analyses.getResult<TargetFeaturesAnalysis>(function));
  for (Instruction &instruction : instructions(function))
    changed |= fix(instruction);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
