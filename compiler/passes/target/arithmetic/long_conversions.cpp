// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/long_conversions.h"

#include "compiler/passes/support/passes/replaced_instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(conversionsExpanded, "Vectors of 64-bit integers converted to doubles");

namespace {

bool isSignedConversion(const Instruction &instruction) {
  const auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
  return vector && vector->getElementType()->isDoubleTy() &&
         (isa<SIToFPInst>(instruction) ||
          (isa<UIToFPInst>(instruction) && instruction.hasNonNeg())) &&
         instruction.getOperand(0)->getType()->getScalarType()->isIntegerTy(64);
}

// The lower halves, below the upper ones of a constant.
Value *lowHalves(Value *integers, std::uint32_t upper, IRBuilder<> &builder) {
  const unsigned count = cast<FixedVectorType>(integers->getType())->getNumElements();
  auto *halves = FixedVectorType::get(builder.getInt32Ty(), 2 * count);
  SmallVector<int> mask(2 * count);
  for (unsigned half = 0; half != 2 * count; ++half)
    mask[half] = static_cast<int>(half % 2 == 0 ? half : 2 * count);
  return builder.CreateShuffleVector(builder.CreateBitCast(integers, halves),
                                     ConstantInt::get(halves, upper), mask);
}

Value *expand(Instruction &conversion) {
  constexpr std::uint32_t upperOf2To52 = 0x43300000;
  constexpr std::uint64_t bitsOf2To84 = 0x4530'0000'0000'0000, signOfHalf = 0x8000'0000;
  constexpr double excess = 0x1p84 + 0x1p63 + 0x1p52;
  IRBuilder<> builder(&conversion);
  builder.clearFastMathFlags();
  Value *integers = conversion.getOperand(0);
  Type *type = conversion.getType();
  Value *low = builder.CreateBitCast(lowHalves(integers, upperOf2To52, builder), type);
  Value *high = builder.CreateXor(builder.CreateLShr(integers, 32),
                                  ConstantInt::get(integers->getType(), bitsOf2To84 | signOfHalf));
  Value *exact =
      builder.CreateFSub(builder.CreateBitCast(high, type), ConstantFP::get(type, excess));
  return builder.CreateFAdd(exact, low);
}

} // namespace

bool expandLongConversions(Function &function, const TargetFeatures &features) {
  if (features.convertsToLongs())
    return false;
  const unsigned count = replaceInstructions(function, [](Instruction &instruction) {
    return isSignedConversion(instruction) ? expand(instruction) : nullptr;
  });
  conversionsExpanded += count;
  return count;
}

} // namespace weft::compiler
