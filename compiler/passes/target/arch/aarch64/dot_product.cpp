// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/dot_product.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsAArch64.h"

namespace weft::compiler {

using namespace llvm;

// In pieces of 128 bits, or one of 64: `usdot` is for mixed signs, with the unsigned bytes first.
Value *addDotProduct(IRBuilder<> &builder, const TargetFeatures &features, DotProductSigns signs,
                     Value *sum, Value *a, Value *b) {
  const bool isMixed = signs.first != signs.second;
  if (isMixed ? !features.addsMixedByteProducts() : !features.addsByteProducts())
    return nullptr;
  if (signs.first && isMixed)
    std::swap(a, b);
  const Intrinsic::ID id = isMixed       ? Intrinsic::aarch64_neon_usdot
                           : signs.first ? Intrinsic::aarch64_neon_sdot
                                         : Intrinsic::aarch64_neon_udot;
  const unsigned width = cast<FixedVectorType>(sum->getType())->getNumElements();
  const unsigned step = width <= 2 ? 2 : 4;
  auto *bytes = FixedVectorType::get(builder.getInt8Ty(), 4 * step);
  SmallVector<Value *> pieces;
  for (unsigned begin = 0; begin < width; begin += step) {
    const unsigned filled = std::min(step, width - begin);
    const auto piece = [&](Value *value) {
      return builder.CreateShuffleVector(value, createSequentialMask(begin, filled, step - filled));
    };
    Value *part = piece(sum);
    pieces.push_back(builder.CreateIntrinsic(
        id, {part->getType(), bytes},
        {part, builder.CreateBitCast(piece(a), bytes), builder.CreateBitCast(piece(b), bytes)}));
  }
  return builder.CreateShuffleVector(concatenateVectors(builder, pieces),
                                     createSequentialMask(0, width, 0));
}

} // namespace weft::compiler
