// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/byte_shuffles.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/target/llvm_bugs/vector_fence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <optional>

#define DEBUG_TYPE "weft-workarounds"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(bytesTaken, "Bytes extracted from registers through words");
ALWAYS_ENABLED_STATISTIC(operandsFenced, "Byte shuffles with a fence after their operand");

namespace {

constexpr unsigned registerBytes = 64, blockBytes = 16, wordBytes = 8, byteBits = 8;

bool isBytesOfRegister(const Value &vector) {
  const auto *type = dyn_cast<FixedVectorType>(vector.getType());
  return type && type->getElementType()->isIntegerTy(byteBits) &&
         type->getNumElements() == registerBytes;
}

// The element of its first operand that an instruction extracts or broadcasts.
std::optional<unsigned> elementTaken(const Instruction &instruction) {
  if (const auto *extract = dyn_cast<ExtractElementInst>(&instruction)) {
    const auto *index = dyn_cast<ConstantInt>(extract->getIndexOperand());
    if (!index || !isBytesOfRegister(*extract->getVectorOperand()) ||
        index->getValue().uge(registerBytes))
      return std::nullopt;
    return static_cast<unsigned>(index->getZExtValue());
  }
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  if (!shuffle || !isBytesOfRegister(*shuffle->getOperand(0)))
    return std::nullopt;
  const int first = shuffle->getShuffleMask()[0];
  if (first < 0 || first >= static_cast<int>(registerBytes) ||
      !all_equal(shuffle->getShuffleMask()))
    return std::nullopt;
  return static_cast<unsigned>(first);
}

Value *takeByte(IRBuilder<> &builder, Value *vector, unsigned element) {
  Value *words = builder.CreateBitCast(
      vector, FixedVectorType::get(builder.getInt64Ty(), registerBytes / wordBytes));
  Value *word = builder.CreateExtractElement(words, element / wordBytes);
  return builder.CreateTrunc(builder.CreateLShr(word, element % wordBytes * byteBits),
                             builder.getInt8Ty());
}

// A shuffle that repeats adjacent bytes, some of which leave their block. An undefined byte may
// repeat its neighbour.
bool repeatsAcrossBlocks(const ShuffleVectorInst &shuffle) {
  if (!isBytesOfRegister(shuffle) || !isBytesOfRegister(*shuffle.getOperand(0)))
    return false;
  const ArrayRef<int> mask = shuffle.getShuffleMask();
  bool repeats = false, leaves = false;
  for (unsigned element = 0; element != registerBytes; ++element) {
    if (mask[element] < 0)
      continue;
    repeats |= element + 1 != registerBytes && mask[element] == mask[element + 1];
    leaves |=
        static_cast<unsigned>(mask[element]) % registerBytes / blockBytes != element / blockBytes;
  }
  return (repeats || is_contained(mask, PoisonMaskElem)) && leaves;
}

bool takeOutByte(Instruction &instruction) {
  const auto element = elementTaken(instruction);
  if (!element || *element < blockBytes || *element % blockBytes < wordBytes)
    return false;
  IRBuilder<> builder(&instruction);
  Value *byte = takeByte(builder, instruction.getOperand(0), *element);
  instruction.replaceAllUsesWith(isa<ShuffleVectorInst>(instruction)
                                     ? builder.CreateVectorSplat(elementsOf(instruction), byte)
                                     : byte);
  instruction.eraseFromParent();
  ++bytesTaken;
  return true;
}

bool fenceOperands(ShuffleVectorInst &shuffle) {
  bool changed = false;
  if (repeatsAcrossBlocks(shuffle))
    for (Use &operand : shuffle.operands())
      if (isa<Instruction>(operand) &&
          !isa<LoadInst, BitCastInst, ShuffleVectorInst, InsertElementInst>(operand)) {
        IRBuilder<> builder(&shuffle);
        operand.set(fenced(builder, operand.get()));
        ++operandsFenced;
        changed = true;
      }
  return changed;
}

} // namespace

bool changeByteShuffles(Function &function, const TargetFeatures &features) {
  if (!features.permutesShorts())
    return false;
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (features.permutesBytes() && takeOutByte(instruction))
      changed = true;
    else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
      changed |= fenceOperands(*shuffle);
  }
  return changed;
}

} // namespace weft::compiler
