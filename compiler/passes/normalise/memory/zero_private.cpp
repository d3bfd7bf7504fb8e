// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/zero_private.h"

#include "compiler/passes/support/memory_objects.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-zero-private"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(variablesZeroed, "Zero-initialised private variables");

namespace {

void zeroAfter(AllocaInst &variable, Instruction &start) {
  const DataLayout &layout = variable.getDataLayout();
  IRBuilder<> builder(start.getParent(), std::next(start.getIterator()));
  Value *bytes = builder.getInt64(layout.getTypeAllocSize(variable.getAllocatedType()));
  if (variable.isArrayAllocation())
    bytes = builder.CreateMul(
        bytes, builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty()));
  builder.CreateMemSet(&variable, builder.getInt8(0), bytes, variable.getAlign());
}

void zero(AllocaInst &variable) {
  for (Instruction *begin : beginsOf(variable))
    zeroAfter(variable, *begin);
  ++variablesZeroed;
}

} // namespace

PreservedAnalyses ZeroPrivatePass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      variables.push_back(variable);
  for (AllocaInst *variable : variables)
    zero(*variable);
  return preservedControlFlow(!variables.empty());
}

} // namespace weft::compiler
