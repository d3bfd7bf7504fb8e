// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/register_permutation.h"

#include "llvm/IR/IntrinsicsX86.h"

namespace weft::compiler {

using namespace llvm;

namespace {

struct PermutationForm {
  Intrinsic::ID id;
  unsigned bits, lanes;
  bool (TargetFeatures::*exists)() const;
};

// For each element size, narrowest first.
constexpr PermutationForm forms[] = {
    {Intrinsic::x86_ssse3_pshuf_b_128, 8, 16, &TargetFeatures::permutesSixteenBytes},
    {Intrinsic::x86_avx512_permvar_qi_256, 8, 32, &TargetFeatures::permutesBytes},
    {Intrinsic::x86_avx512_permvar_qi_512, 8, 64, &TargetFeatures::permutesBytes},
    {Intrinsic::x86_avx512_permvar_hi_256, 16, 16, &TargetFeatures::permutesShorts},
    {Intrinsic::x86_avx512_permvar_hi_512, 16, 32, &TargetFeatures::permutesShorts},
    {Intrinsic::x86_avx2_permd, 32, 8, &TargetFeatures::permutesWords},
    {Intrinsic::x86_avx512_permvar_si_512, 32, 16, &TargetFeatures::permutesPairs},
    {Intrinsic::x86_avx512_permvar_di_512, 64, 8, &TargetFeatures::permutesPairs},
};

const PermutationForm *findForm(const TargetFeatures &features, unsigned bits, unsigned count) {
  const PermutationForm *found = nullptr;
  for (const PermutationForm &form : forms)
    if (form.bits == bits && (features.*form.exists)() && (!found || found->lanes < count))
      found = &form;
  return found;
}

} // namespace

unsigned lanesOfPermutation(const TargetFeatures &features, unsigned bits, unsigned count) {
  const PermutationForm *form = findForm(features, bits, count);
  return form ? form->lanes : 0;
}

Value *permuteRegister(IRBuilder<> &builder, const TargetFeatures &features, Value *vector,
                       Value *lanes) {
  const auto *type = cast<FixedVectorType>(vector->getType());
  const PermutationForm *form =
      findForm(features, type->getScalarSizeInBits(), type->getNumElements());
  assert(form && form->lanes == type->getNumElements() && "the caller asked");
  return builder.CreateIntrinsic(form->id, {}, {vector, lanes});
}

} // namespace weft::compiler
