// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/lane_scalars.h"

#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/rematerialisation.h"

namespace weft::compiler {

using namespace llvm;

// Whether a copy without flags is cheap and has no side effects.
static bool isArithmetic(const Instruction &instruction) {
  if (instruction.getType()->isVectorTy() || isa<FPMathOperator>(instruction))
    return false;
  if (isa<BinaryOperator>(instruction))
    return !instruction.isIntDivRem();
  return isa<CastInst, GetElementPtrInst>(instruction);
}

Value *LaneScalars::setId(const Argument &original, unsigned dimension, Value *first) {
  if (!ids)
    llvm_unreachable("gangs of one dimension have no ids of others");
  originals[dimension] = &original;
  firstIds[dimension] = first;
  return ids->vectorOf(dimension, firstIds);
}

Value *LaneScalars::ofArgument(const Argument &argument, unsigned lane) {
  for (unsigned dimension = 0; ids && dimension != 3; ++dimension)
    if (originals[dimension] == &argument)
      if (Value *id = ids->laneOf(dimension, firstIds, lane))
        return id;
  return values.laneOf(const_cast<Argument *>(&argument), lane);
}

bool LaneScalars::isArithmeticOfIds(const Value &value) const {
  SmallVector<const Value *> work{&value};
  SmallPtrSet<const Value *, 16> seen;
  while (!work.empty()) {
    const Value *next = work.pop_back_val();
    if (values.isUniform(*next) || is_contained(originals, next) || !seen.insert(next).second)
      continue;
    const auto *instruction = dyn_cast<Instruction>(next);
    if (!instruction || !isArithmetic(*instruction) || seen.size() > limits::laneScalars)
      return false;
    work.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return true;
}

Value *LaneScalars::of(Value *wanted, unsigned lane) {
  unsigned count = 0;
  Rematerialiser copies(gang, [&](Value &value, unsigned) -> Rematerialiser::Plan {
    assert(!value.getType()->isVectorTy() && "vectors have components");
    if (values.isUniform(value))
      return {values.scalarOf(&value)};
    if (const auto *argument = dyn_cast<Argument>(&value))
      return {ofArgument(*argument, lane)};
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || count > limits::laneScalars || !isArithmetic(*instruction))
      return {values.laneOf(&value, lane)};
    ++count;
    return {nullptr, Rematerialiser::Facts::Dropped};
  });
  return copies.of(*wanted);
}

} // namespace weft::compiler
