// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/byte_splats.h"

#include "compiler/passes/analysis/target_features.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <optional>

#define DEBUG_TYPE "weft-byte-splats"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(bytesTaken, "Bytes taken out of registers by way of words");

namespace {

constexpr unsigned registerBytes = 64, blockBytes = 16, wordBytes = 8, byteBits = 8;

bool isBytesOfRegister(const Value &vector) {
  const auto *type = dyn_cast<FixedVectorType>(vector.getType());
  return type && type->getElementType()->isIntegerTy(byteBits) &&
         type->getNumElements() == registerBytes;
}

// The element of its first operand that an instruction takes, or puts everywhere.
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

} // namespace

PreservedAnalyses ByteSplatsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!analyses.getResult<TargetFeaturesAnalysis>(function).permutesBytes())
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    const auto element = elementTaken(instruction);
    if (!element || *element < blockBytes || *element % blockBytes < wordBytes)
      continue;
    IRBuilder<> builder(&instruction);
    Value *byte = takeByte(builder, instruction.getOperand(0), *element);
    instruction.replaceAllUsesWith(isa<ShuffleVectorInst>(instruction)
                                       ? builder.CreateVectorSplat(elementsOf(instruction), byte)
                                       : byte);
    instruction.eraseFromParent();
    changed = true;
    ++bytesTaken;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
