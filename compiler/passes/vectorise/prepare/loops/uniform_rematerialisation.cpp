// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/uniform_rematerialisation.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"

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

Rematerialiser::Plan UniformRematerialiser::planFor(Value &value, unsigned depth) {
  if (const auto *parameter = dyn_cast<Argument>(&value))
    return {isShared(*parameter) ? target.getArg(parameter->getArgNo()) : nullptr};
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > limits::valueDepth)
    return {};
  // The ends of loops have phis of one value.
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    Value *only = phi->hasConstantValue();
    return {only ? copies.of(*only, depth + 1) : nullptr};
  }
  // Facts about the launch hold everywhere.
  if (isLaunchField(value))
    return {nullptr, Rematerialiser::Facts::Kept};
  if (isa<AllocaInst>(instruction) || instruction->mayReadOrWriteMemory() ||
      !isSafeToSpeculativelyExecute(instruction))
    return {};
  return {nullptr, Rematerialiser::Facts::Frozen};
}

} // namespace weft::compiler
