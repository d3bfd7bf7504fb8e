// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/uniform_rematerialisation.h"

#include "compiler/passes/analysis/strides/value_ranges.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/ValueTracking.h"

namespace weft::compiler {

using namespace llvm;

bool UniformRematerialiser::isShared(const Argument &parameter) const {
  const unsigned index = regionParameter(parameter).value_or(RegionParameters::Launch);
  switch (index) {
  case RegionParameters::LocalId + 1:
  case RegionParameters::LocalId + 2:
    return uniformOver == UniformOver::XRange;
  case RegionParameters::LocalId:
  case RegionParameters::ContextBlock:
  case RegionParameters::ContextLane:
    return false;
  default:
    return true;
  }
}

Value *UniformRematerialiser::copyOf(Value &value, unsigned depth) {
  if (isa<Constant>(value))
    return &value;
  if (const auto *parameter = dyn_cast<Argument>(&value))
    return isShared(*parameter) ? target.getArg(parameter->getArgNo()) : nullptr;
  if (Value *known = copies.lookup(&value))
    return known;
  // The ends of loops have phis of one value.
  if (auto *phi = dyn_cast<PHINode>(&value); phi && depth <= limits::valueDepth)
    if (Value *only = phi->hasConstantValue())
      return copyOf(*only, depth + 1);
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > limits::valueDepth || isa<PHINode, AllocaInst>(instruction) ||
      !(isLaunchField(value) ||
        (!instruction->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(instruction))))
    return nullptr;
  SmallVector<Value *> operands;
  for (Value *operand : instruction->operand_values()) {
    Value *copy = copyOf(*operand, depth + 1);
    if (!copy)
      return nullptr;
    operands.push_back(copy);
  }
  Instruction *copy = instruction->clone();
  // Facts about the launch hold everywhere.
  const bool isKnown = isLaunchField(value);
  copy->setDebugLoc(DebugLoc());
  if (!isKnown)
    copy->dropPoisonGeneratingAnnotations();
  for (auto [use, operand] : zip(copy->operands(), operands))
    use.set(operand);
  builder.Insert(copy);
  return copies[&value] =
             !isKnown && copy->getType()->isIntegerTy() ? builder.CreateFreeze(copy) : copy;
}

} // namespace weft::compiler
