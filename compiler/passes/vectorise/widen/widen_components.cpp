// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/widen_components.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/Analysis/VectorUtils.h"

namespace weft::compiler {

using namespace llvm;

static unsigned partCount(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

// The constant index of a component of that type.
static std::optional<unsigned> constantIndex(const Value *index, const Type *type) {
  const auto *constant = dyn_cast<ConstantInt>(index);
  if (!constant || constant->getValue().uge(partCount(type)))
    return std::nullopt;
  return constant->getZExtValue();
}

bool ComponentWidener::widen(Instruction &instruction) {
  if (auto *one = dyn_cast<ExtractElementInst>(&instruction))
    return take(*one);
  if (auto *one = dyn_cast<InsertElementInst>(&instruction))
    return put(*one);
  if (auto *one = dyn_cast<ShuffleVectorInst>(&instruction))
    return shuffle(*one);
  if (auto *one = dyn_cast<ExtractValueInst>(&instruction))
    return take(*one);
  auto *one = dyn_cast<BitCastInst>(&instruction);
  return one && (one->getSrcTy()->isVectorTy() || one->getDestTy()->isVectorTy()) && cast(*one);
}

bool ComponentWidener::take(ExtractElementInst &instruction) {
  const auto index =
      constantIndex(instruction.getIndexOperand(), instruction.getVectorOperandType());
  if (!index)
    return false;
  values.setVector(instruction, values.componentsOf(instruction.getVectorOperand())[*index]);
  return true;
}

// Of a replicated result, such as a compare-and-exchange's.
bool ComponentWidener::take(ExtractValueInst &instruction) {
  Value *whole = instruction.getAggregateOperand();
  if (!values.hasComponents(*whole) || instruction.getNumIndices() != 1)
    return false;
  values.setVector(instruction, values.componentsOf(whole)[instruction.getIndices()[0]]);
  return true;
}

bool ComponentWidener::put(InsertElementInst &instruction) {
  const auto index = constantIndex(instruction.getOperand(2), instruction.getType());
  if (!index || !isVectorElement(*instruction.getType()->getElementType()))
    return false;
  Parts parts = values.componentsOf(instruction.getOperand(0));
  parts[*index] = values.vectorOf(instruction.getOperand(1));
  values.setComponents(instruction, parts);
  return true;
}

bool ComponentWidener::shuffle(ShuffleVectorInst &instruction) {
  Parts all = values.componentsOf(instruction.getOperand(0));
  all.append(values.componentsOf(instruction.getOperand(1)));
  Parts parts;
  for (const int pick : instruction.getShuffleMask())
    parts.push_back(pick < 0 ? PoisonValue::get(all[0]->getType()) : all[pick]);
  values.setComponents(instruction, parts);
  return true;
}

bool ComponentWidener::cast(BitCastInst &instruction) {
  Value *source = instruction.getOperand(0);
  Type *from = instruction.getSrcTy(), *to = instruction.getDestTy();
  for (const Type *element : {from->getScalarType(), to->getScalarType()})
    if (!isVectorElement(*element) || element->isIntegerTy(1))
      return false;
  const unsigned count = partCount(to);
  const Parts sources =
      from->isVectorTy() ? values.componentsOf(source) : Parts{values.vectorOf(source)};
  // Plain shuffles: LLVM makes conversions of them.
  Value *flat = sources.size() == 1
                    ? sources[0]
                    : gang.CreateShuffleVector(concatenateVectors(gang, sources),
                                               createInterleaveMask(gang.lanes, sources.size()));
  flat = gang.CreateBitCast(flat, FixedVectorType::get(to->getScalarType(), gang.lanes * count));
  Parts parts;
  for (unsigned number = 0; number != count; ++number)
    parts.push_back(
        count == 1 ? flat
                   : gang.CreateShuffleVector(flat, createStrideMask(number, count, gang.lanes)));
  if (to->isVectorTy())
    values.setComponents(instruction, parts);
  else
    values.setVector(instruction, parts[0]);
  return true;
}

} // namespace weft::compiler
