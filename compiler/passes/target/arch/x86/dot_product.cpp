// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/dot_product.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

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
Value *byInstruction(IRBuilder<> &builder, const TargetFeatures &features, DotProductSigns signs,
                     Value *sum, Value *a, Value *b) {
  const unsigned width = elementsOf(*sum);
  const DotForm &form = *find_if(forms, [&](const DotForm &each) {
    return each.width == 4 || (each.width <= width && formFor(each, signs) &&
                               (each.width == 8 || features.addsByteProductsOf512Bits()));
  });
  Function *instruction = Intrinsic::getOrInsertDeclaration(builder.GetInsertBlock()->getModule(),
                                                            formFor(form, signs));
  Type *bytes = instruction->getFunctionType()->getParamType(1);
  return inPieces(builder, {sum, a, b}, form.width, [&](ArrayRef<Value *> pieces) {
    return builder.CreateCall(instruction, {pieces[0], builder.CreateBitCast(pieces[1], bytes),
                                            builder.CreateBitCast(pieces[2], bytes)});
  });
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
    return features.addsMixedByteProducts() ? byInstruction(builder, features, mixed, sum, a, b)
                                            : nullptr;
  if (features.addsByteProducts())
    return byInstruction(builder, features, signs, sum, a, b);
  if (!features.addsMixedByteProducts() || !signs.first)
    return nullptr;
  Constant *offset = ConstantInt::get(sum->getType(), 0x80808080);
  Value *ofOffset =
      byInstruction(builder, features, mixed, Constant::getNullValue(sum->getType()), offset, b);
  return byInstruction(builder, features, mixed, builder.CreateSub(sum, ofOffset),
                       builder.CreateXor(a, offset), b);
}

} // namespace weft::compiler
