// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/negated_sums.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#define DEBUG_TYPE "weft-float-workarounds"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(negationsFenced, "Negations kept separate from fused sums");

namespace {

// Instruction selection may fuse sums that allow it.
bool isFusedSum(const Value &value) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&value))
    return call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd;
  const auto *sum = dyn_cast<BinaryOperator>(&value);
  return sum && is_contained({Instruction::FAdd, Instruction::FSub}, sum->getOpcode()) &&
         sum->hasAllowContract();
}

} // namespace

bool fenceNegatedSums(Function &function) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    if (instruction.getOpcode() != Instruction::FNeg || instruction.hasNoSignedZeros() ||
        instruction.getType()->isVectorTy() || !isFusedSum(*instruction.getOperand(0)))
      continue;
    IRBuilder<> builder(&instruction);
    Value *sum = instruction.getOperand(0);
    instruction.setOperand(0, builder.CreateArithmeticFence(sum, sum->getType()));
    changed = true;
    ++negationsFenced;
  }
  return changed;
}

} // namespace weft::compiler
