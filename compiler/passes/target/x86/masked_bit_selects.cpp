// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/masked_bit_selects.h"

#include "compiler/passes/analysis/target_features.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#define DEBUG_TYPE "weft-masked-bit-selects"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(selectsFenced, "Selections of bits kept apart from those of lanes");

namespace {

bool isAndWithConstant(const Value *value) {
  return match(value, m_c_And(m_Value(), m_Constant()));
}

// A selection of bits by a constant, in the forms that instruction selection knows. More than these
// do no harm.
bool selectsBits(const Value *value) {
  while (const auto *cast = dyn_cast<BitCastInst>(value))
    value = cast->getOperand(0);
  const Value *left = nullptr, *right = nullptr;
  if (match(value, m_CopySign(m_Value(), m_Value())))
    return true;
  if (match(value, m_Or(m_Value(left), m_Value(right))) ||
      match(value, m_Add(m_Value(left), m_Value(right))))
    return isAndWithConstant(left) && isAndWithConstant(right);
  return match(value, m_Xor(m_Value(left), m_Value(right))) &&
         (isAndWithConstant(left) || isAndWithConstant(right));
}

void fence(SelectInst &select, unsigned arm) {
  Value *value = select.getOperand(arm);
  Type *type = value->getType();
  const unsigned width = type->getScalarSizeInBits();
  IRBuilder<> builder(&select);
  Type *reals = FixedVectorType::get(width == 64 ? builder.getDoubleTy() : builder.getFloatTy(),
                                     elementsOf(*value));
  Value *fenced = builder.CreateArithmeticFence(builder.CreateBitCast(value, reals), reals);
  select.setOperand(arm, builder.CreateBitCast(fenced, type));
}

} // namespace

PreservedAnalyses MaskedBitSelectsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!analyses.getResult<TargetFeaturesAnalysis>(function).hasMaskRegisters())
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *select = dyn_cast<SelectInst>(&instruction);
    if (!select || !select->getCondition()->getType()->isVectorTy())
      continue;
    const unsigned width = select->getType()->getScalarSizeInBits();
    if (width != 32 && width != 64)
      continue;
    for (const unsigned arm : {1u, 2u})
      if (selectsBits(select->getOperand(arm))) {
        fence(*select, arm);
        changed = true;
        ++selectsFenced;
      }
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
