// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/masked_selects.h"

#include "compiler/passes/support/limits.h"
#include "compiler/passes/target/llvm_bugs/vector_fence.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#define DEBUG_TYPE "weft-workarounds"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(selectsFenced, "Lane selections kept separate from their operands");

namespace {

constexpr unsigned minBits = 64; ///< of what gets mask registers: two lanes of 32 bits

bool isAndWithConstant(const Value *value) {
  return match(value, m_c_And(m_Value(), m_Constant()));
}

// A selection of bits by a constant, in the forms known to instruction selection. Additional
// matches are harmless.
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

bool isSameMask(const Value *one, const Value *other) {
  return one == other ||
         (isa<BitCastInst>(one) && isa<BitCastInst>(other) &&
          cast<BitCastInst>(one)->getOperand(0) == cast<BitCastInst>(other)->getOperand(0));
}

// Whether the value permutes, perhaps by several instructions, values selected by the same mask.
bool permutesSelection(const Value *value, const Value *mask, unsigned depth = 0) {
  const auto *step = dyn_cast<Instruction>(value);
  if (!step || depth == limits::shortValueDepth)
    return false;
  if (const auto *select = dyn_cast<SelectInst>(step))
    return depth != 0 && isSameMask(select->getCondition(), mask);
  const auto *call = dyn_cast<IntrinsicInst>(step);
  const bool mayPermute =
      isa<BitCastInst, ShuffleVectorInst, ExtractElementInst, InsertElementInst>(step) ||
      (call && Intrinsic::isTargetIntrinsic(call->getIntrinsicID()));
  return mayPermute && any_of(step->operands(), [&](const Use &operand) {
           return permutesSelection(operand.get(), mask, depth + 1);
         });
}

} // namespace

bool fenceMaskedSelects(Function &function, const TargetFeatures &features) {
  if (!features.hasMaskRegisters())
    return false;
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *select = dyn_cast<SelectInst>(&instruction);
    if (!select || !select->getCondition()->getType()->isVectorTy())
      continue;
    const Type *type = select->getType();
    const std::uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
    if (type->isIntOrIntVectorTy(1) || bits < minBits || bits % 32 != 0) // masks and addresses
      continue;
    for (const unsigned arm : {1u, 2u})
      if (selectsBits(select->getOperand(arm)) ||
          permutesSelection(select->getOperand(arm), select->getCondition())) {
        IRBuilder<> builder(select);
        select->setOperand(arm, fenced(builder, select->getOperand(arm)));
        changed = true;
        ++selectsFenced;
      }
  }
  return changed;
}

} // namespace weft::compiler
