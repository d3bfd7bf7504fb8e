// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of integers, of which there are four.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

/// Marks divisions of lanes that do not lie in one row of the divisor (division_versions.h).
inline constexpr llvm::StringLiteral apartMetadata = "weft.lanes.apart";

inline bool isSignedDivision(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SDiv ||
         division.getOpcode() == llvm::Instruction::SRem;
}

inline bool isRemainder(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SRem ||
         division.getOpcode() == llvm::Instruction::URem;
}

/// The divisor of a division without what safe_division.h takes for an unsafe one; null where the
/// divisor is another value.
inline llvm::Value *unguardedDivisor(const llvm::BinaryOperator &division) {
  using namespace llvm::PatternMatch;
  llvm::Value *divisor = nullptr;
  const bool isGuarded =
      isSignedDivision(division)
          ? match(division.getOperand(1),
                  m_Select(m_SpecificICmp(llvm::ICmpInst::ICMP_ULT,
                                          m_Add(m_Value(divisor), m_One()), m_SpecificInt(2)),
                           m_One(), m_Deferred(divisor)))
          : match(division.getOperand(1), m_UMax(m_Value(divisor), m_One()));
  return isGuarded ? divisor : nullptr;
}

/// Whether a condition tells that the divisor of a division is unsafe, as safe_division.h asks.
inline bool tellsUnsafeDivisor(const llvm::Value &condition, const llvm::BinaryOperator &division) {
  using namespace llvm::PatternMatch;
  const llvm::Value *divisor = unguardedDivisor(division);
  llvm::Value *tested = nullptr;
  return divisor &&
         match(&condition, m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, m_Value(tested),
                                          m_CombineOr(m_Zero(), m_AllOnes()))) &&
         (tested == divisor || match(divisor, m_ZExt(m_Specific(tested))));
}

/// The division that a select of those of safe_division.h guards: its first value stands for the
/// result of an unsafe divisor. Other passes move such selects behind what is made of the result,
/// so the second value depends on the division. Null for other selects.
inline const llvm::BinaryOperator *guardedDivision(const llvm::SelectInst &guard) {
  llvm::SmallVector<const llvm::Value *, 16> values{guard.getFalseValue()};
  constexpr std::size_t mostValues = 16;
  for (std::size_t index = 0; index != values.size() && index != mostValues; ++index) {
    const auto *step = llvm::dyn_cast<llvm::Instruction>(values[index]);
    const auto *division = llvm::dyn_cast_or_null<llvm::BinaryOperator>(step);
    if (division && division->isIntDivRem() && tellsUnsafeDivisor(*guard.getCondition(), *division))
      return division;
    if (step && llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst>(step))
      for (const llvm::Use &operand : step->operands())
        values.push_back(operand.get());
  }
  return nullptr;
}

} // namespace weft::compiler
