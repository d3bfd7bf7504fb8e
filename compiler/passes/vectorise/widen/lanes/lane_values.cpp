// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/IR/InlineAsm.h"

namespace weft::compiler {

using namespace llvm;

Value *LaneValues::scalarOf(Value *value) {
  if (isa<Constant>(value) || isa<MetadataAsValue>(value) || isa<InlineAsm>(value))
    return value;
  if (Value *known = scalars.lookup(value))
    return known;
  gang.fail("a uniform value is made of a varying one", dyn_cast<Instruction>(value));
  return PoisonValue::get(value->getType());
}

Value *LaneValues::vectorOf(Value *value) {
  if (Value *known = replacements.lookup(value))
    return known;
  if (Value *known = vectors.lookup(value))
    return known;
  if (!isVectorElement(*value->getType())) {
    gang.fail("values of vector or aggregate types vary", dyn_cast<Instruction>(value));
    return PoisonValue::get(value->getType());
  }
  return gang.CreateVectorSplat(gang.lanes, scalarOf(value));
}

Parts LaneValues::componentsOf(Value *value) {
  if (const auto known = components.find(value); known != components.end())
    return known->second;
  Parts parts;
  const auto *type = cast<FixedVectorType>(value->getType());
  Value *uniform = scalarOf(value);
  for (unsigned number = 0; number != type->getNumElements(); ++number)
    parts.push_back(gang.CreateVectorSplat(gang.lanes, gang.CreateExtractElement(uniform, number)));
  return parts;
}

// Takes the element at an index out of each component.
static Value *vectorAt(GangBuilder &gang, Type *type, const Parts &parts, Value *index) {
  Value *combined = PoisonValue::get(type);
  for (auto [number, part] : enumerate(parts))
    combined = gang.CreateInsertElement(combined, gang.CreateExtractElement(part, index), number);
  return combined;
}

Value *LaneValues::laneOf(Value *value, unsigned lane) {
  if (hasComponents(*value))
    return vectorAt(gang, value->getType(), componentsOf(value), gang.getInt64(lane));
  if (isUniform(*value))
    return scalarOf(value);
  return gang.CreateExtractElement(vectorOf(value), lane);
}

Value *LaneValues::lastActiveLane(Value *value) {
  if (isUniform(*value))
    return scalarOf(value);
  Value *index = gang.lastActiveIndex();
  if (!value->getType()->isVectorTy())
    return gang.CreateExtractElement(vectorOf(value), index);
  return vectorAt(gang, value->getType(), componentsOf(value), index);
}

} // namespace weft::compiler
