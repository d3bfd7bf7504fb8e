// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of RegionWidener for values of vector types.
//
// Preparation left them where they are loaded, stored, passed to calls or cast bit by bit. Such a
// value is a list of components, and taking a component out or putting one in costs nothing.
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "llvm/Analysis/VectorUtils.h"

namespace weft::compiler {

using namespace llvm;

RegionWidener::Parts RegionWidener::componentsOf(Value *value) {
  if (const auto known = components.find(value); known != components.end())
    return known->second;
  Parts parts;
  const auto *type = cast<FixedVectorType>(value->getType());
  Value *uniform = scalarOf(value);
  for (unsigned number = 0; number != type->getNumElements(); ++number)
    parts.push_back(
        builder.CreateVectorSplat(lanes, builder.CreateExtractElement(uniform, number)));
  return parts;
}

// What one lane holds.
Value *RegionWidener::vectorInLane(Value *value, unsigned lane) {
  Value *combined = PoisonValue::get(value->getType());
  for (auto [number, part] : enumerate(componentsOf(value)))
    combined =
        builder.CreateInsertElement(combined, builder.CreateExtractElement(part, lane), number);
  return combined;
}

// Picks each lane's components out of a vector of all lanes' values.
RegionWidener::Parts RegionWidener::deinterleaved(Value *flat, unsigned count, unsigned pitch) {
  if (count == 1)
    return {flat};
  Parts parts;
  for (unsigned number = 0; number != count; ++number)
    parts.push_back(builder.CreateShuffleVector(flat, createStrideMask(number, pitch, lanes)));
  return parts;
}

Value *RegionWidener::interleaved(ArrayRef<Value *> parts) {
  return parts.size() == 1 ? parts[0]
                           : builder.CreateShuffleVector(concatenateVectors(builder, parts),
                                                         createInterleaveMask(lanes, parts.size()));
}

// False if the instruction is none that handles components.
bool RegionWidener::widenComponents(Instruction &instruction) {
  const auto partCount = [](const Type *type) {
    const auto *vector = dyn_cast<FixedVectorType>(type);
    return vector ? vector->getNumElements() : 1;
  };
  if (auto *take = dyn_cast<ExtractElementInst>(&instruction)) {
    const auto *index = dyn_cast<ConstantInt>(take->getIndexOperand());
    if (!index || index->getValue().uge(partCount(take->getVectorOperandType())))
      return false;
    vectors[take] = componentsOf(take->getVectorOperand())[index->getZExtValue()];
    return true;
  }
  if (auto *put = dyn_cast<InsertElementInst>(&instruction)) {
    const auto *index = dyn_cast<ConstantInt>(put->getOperand(2));
    if (!index || index->getValue().uge(partCount(put->getType())) ||
        !isWidenable(put->getType()->getElementType()))
      return false;
    Parts parts = componentsOf(put->getOperand(0));
    parts[index->getZExtValue()] = vectorOf(put->getOperand(1));
    components[put] = parts;
    return true;
  }
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    Parts all = componentsOf(shuffle->getOperand(0));
    all.append(componentsOf(shuffle->getOperand(1)));
    Parts parts;
    for (const int pick : shuffle->getShuffleMask())
      parts.push_back(pick < 0 ? PoisonValue::get(all[0]->getType()) : all[pick]);
    components[shuffle] = parts;
    return true;
  }
  auto *cast = dyn_cast<BitCastInst>(&instruction);
  if (!cast || !(cast->getSrcTy()->isVectorTy() || cast->getDestTy()->isVectorTy()))
    return false;
  Value *source = cast->getOperand(0);
  Type *element = cast->getDestTy()->getScalarType();
  if (!isWidenable(element) || !isWidenable(cast->getSrcTy()->getScalarType()) ||
      element->isIntegerTy(1) || cast->getSrcTy()->getScalarType()->isIntegerTy(1))
    return false;
  const unsigned count = partCount(cast->getDestTy());
  Value *flat =
      interleaved(cast->getSrcTy()->isVectorTy() ? componentsOf(source) : Parts{vectorOf(source)});
  flat = builder.CreateBitCast(flat, FixedVectorType::get(element, lanes * count));
  const Parts parts = deinterleaved(flat, count, count);
  if (cast->getDestTy()->isVectorTy())
    components[cast] = parts;
  else
    vectors[cast] = parts[0];
  return true;
}

} // namespace weft::compiler
