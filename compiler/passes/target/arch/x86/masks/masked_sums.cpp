// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/masks/masked_sums.h"

#include "compiler/passes/support/passes/replaced_instructions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

#define DEBUG_TYPE "weft-mask-forms"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(sumsMasked, "Sums with masks turned into masked sums");

// The masked sum that it is; null for others.
static Value *maskedSum(Instruction &sum) {
  Value *base = nullptr;
  Value *mask = nullptr;
  const auto one = m_OneUse(m_ZExt(m_Value(mask)));
  const auto minusOne = m_OneUse(m_SExt(m_Value(mask)));
  int step = 0;
  if (match(&sum, m_c_Add(m_Value(base), one)) || match(&sum, m_Sub(m_Value(base), minusOne)))
    step = 1;
  else if (match(&sum, m_c_Add(m_Value(base), minusOne)) || match(&sum, m_Sub(m_Value(base), one)))
    step = -1;
  if (step == 0 || !sum.getType()->isVectorTy() || !mask->getType()->isIntOrIntVectorTy(1) ||
      isa<Constant>(base))
    return nullptr;
  IRBuilder<> builder(&sum);
  Value *stepped = builder.CreateAdd(base, ConstantInt::getSigned(sum.getType(), step));
  return builder.CreateSelect(mask, stepped, base);
}

bool maskSums(Function &function) {
  const unsigned masked = replaceInstructions(function, maskedSum);
  sumsMasked += masked;
  return masked != 0;
}

} // namespace weft::compiler
