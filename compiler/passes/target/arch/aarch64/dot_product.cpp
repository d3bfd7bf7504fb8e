// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/dot_product.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

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
  const unsigned width = elementsOf(*sum) <= 2 ? 2 : 4;
  auto *bytes = FixedVectorType::get(builder.getInt8Ty(), 4 * width);
  return inPieces(builder, {sum, a, b}, width, [&](ArrayRef<Value *> pieces) {
    return builder.CreateIntrinsic(id, {pieces[0]->getType(), bytes},
                                   {pieces[0], builder.CreateBitCast(pieces[1], bytes),
                                    builder.CreateBitCast(pieces[2], bytes)});
  });
}

} // namespace weft::compiler
