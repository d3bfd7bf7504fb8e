// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/dot_product.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace weft::compiler {

using namespace llvm;

namespace {

struct DotForm {
  unsigned width;
  Intrinsic::ID mixed, bothSigned, bothUnsigned;
};

// Widest first.
constexpr DotForm forms[] = {
    {16, Intrinsic::x86_avx512_vpdpbusd_512, Intrinsic::not_intrinsic, Intrinsic::not_intrinsic},
    {8, Intrinsic::x86_avx512_vpdpbusd_256, Intrinsic::x86_avx2_vpdpbssd_256,
     Intrinsic::x86_avx2_vpdpbuud_256},
    {4, Intrinsic::x86_avx512_vpdpbusd_128, Intrinsic::x86_avx2_vpdpbssd_128,
     Intrinsic::x86_avx2_vpdpbuud_128},
};

Intrinsic::ID formFor(const DotForm &form, DotProductSigns signs) {
  return signs.first != signs.second ? form.mixed
         : signs.first               ? form.bothSigned
                                     : form.bothUnsigned;
}

// In pieces as wide as the widest instruction that they fill; `a` has the unsigned bytes of mixed
// signs.
Value *inPieces(IRBuilder<> &builder, const TargetFeatures &features, DotProductSigns signs,
                Value *sum, Value *a, Value *b) {
  const unsigned width = cast<FixedVectorType>(sum->getType())->getNumElements();
  const DotForm &form = *find_if(forms, [&](const DotForm &each) {
    return each.width == 4 || (each.width <= width && formFor(each, signs) &&
                               (each.width == 8 || features.addsByteProductsOf512Bits()));
  });
  Function *instruction = Intrinsic::getOrInsertDeclaration(builder.GetInsertBlock()->getModule(),
                                                            formFor(form, signs));
  Type *bytes = instruction->getFunctionType()->getParamType(1);
  SmallVector<Value *> pieces;
  for (unsigned begin = 0; begin < width; begin += form.width) {
    const unsigned filled = std::min(form.width, width - begin);
    const auto piece = [&](Value *value) {
      return builder.CreateShuffleVector(value,
                                         createSequentialMask(begin, filled, form.width - filled));
    };
    pieces.push_back(
        builder.CreateCall(instruction, {piece(sum), builder.CreateBitCast(piece(a), bytes),
                                         builder.CreateBitCast(piece(b), bytes)}));
  }
  return builder.CreateShuffleVector(concatenateVectors(builder, pieces),
                                     createSequentialMask(0, width, 0));
}

} // namespace

// AVX-512 VNNI multiplies unsigned by signed bytes alone. There a signed byte x is that of x + 128
// less 128, and the sum of what the 128 multiply is another dot product.
Value *addDotProduct(IRBuilder<> &builder, const TargetFeatures &features, DotProductSigns signs,
                     Value *sum, Value *a, Value *b) {
  const bool isMixed = signs.first != signs.second;
  if (signs.first && isMixed)
    std::swap(a, b);
  constexpr DotProductSigns mixed{false, true};
  if (isMixed)
    return features.addsMixedByteProducts() ? inPieces(builder, features, mixed, sum, a, b)
                                            : nullptr;
  if (features.addsByteProducts())
    return inPieces(builder, features, signs, sum, a, b);
  if (!features.addsMixedByteProducts() || !signs.first)
    return nullptr;
  Constant *offset = ConstantInt::get(sum->getType(), 0x80808080);
  Value *ofOffset =
      inPieces(builder, features, mixed, Constant::getNullValue(sum->getType()), offset, b);
  return inPieces(builder, features, mixed, builder.CreateSub(sum, ofOffset),
                  builder.CreateXor(a, offset), b);
}

} // namespace weft::compiler
