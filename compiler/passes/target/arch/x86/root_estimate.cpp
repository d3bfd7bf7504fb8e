// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/root_estimate.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/IR/IntrinsicsX86.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// An instruction that estimates `width` elements at once.
struct EstimateForm {
  Intrinsic::ID id;
  unsigned width;
};

// Widest first; the last one is for one element.
constexpr EstimateForm forms[] = {{Intrinsic::x86_avx512_rsqrt14_ps_512, 16},
                                  {Intrinsic::x86_avx512_rsqrt14_ps_256, 8},
                                  {Intrinsic::x86_avx512_rsqrt14_ps_128, 4},
                                  {Intrinsic::x86_avx512_rsqrt14_ss, 1}};

Value *estimateWith(const EstimateForm &form, IRBuilder<> &builder, Value *vector) {
  SmallVector<Value *, 4> operands(form.width == 1 ? 2 : 1, vector);
  operands.push_back(Constant::getNullValue(vector->getType()));
  operands.push_back(form.width == 16 ? builder.getInt16(0xffff) : builder.getInt8(0xff));
  return builder.CreateIntrinsic(form.id, {}, operands);
}

} // namespace

// Splits the value into parts as wide as the widest instruction that they fill; fewer than four
// elements are one part.
Value *estimateRoot(IRBuilder<> &builder, Value *x) {
  const auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (!vector) {
    Value *low = PoisonValue::get(FixedVectorType::get(x->getType(), 4));
    low = builder.CreateInsertElement(low, x, std::uint64_t{0});
    return builder.CreateExtractElement(estimateWith(std::end(forms)[-1], builder, low),
                                        std::uint64_t{0});
  }
  const unsigned width = vector->getNumElements();
  const EstimateForm &form =
      *find_if(forms, [&](const EstimateForm &each) { return each.width <= std::max(width, 4u); });
  return inPieces(builder, x, form.width, [&](ArrayRef<Value *> pieces) {
    return estimateWith(form, builder, pieces.front());
  });
}

} // namespace weft::compiler
