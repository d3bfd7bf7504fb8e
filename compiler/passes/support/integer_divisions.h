// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of integers, of which there are four.
#pragma once

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

/// The division behind a select of those that safe_division.h makes, which has what stands for the
/// result of an unsafe divisor as its first value. Null for other selects.
inline const llvm::BinaryOperator *guardedDivision(const llvm::SelectInst &guard) {
  using namespace llvm::PatternMatch;
  const llvm::Value *result = guard.getFalseValue();
  if (const auto *inner = llvm::dyn_cast<llvm::SelectInst>(result))
    result = guardedDivision(*inner);
  const auto *division = llvm::dyn_cast_or_null<llvm::BinaryOperator>(result);
  if (!division || !division->isIntDivRem())
    return nullptr;
  // Other passes simplify the condition, or the dividend beside it.
  const llvm::Value *unsafe = guard.getTrueValue(), *dividend = division->getOperand(0);
  const bool isGuard = unsafe == dividend ||
                       (!isRemainder(*division) && (match(unsafe, m_AllOnes()) ||
                                                    match(unsafe, m_Neg(m_Specific(dividend))))) ||
                       match(guard.getCondition(),
                             m_SpecificICmp(llvm::ICmpInst::ICMP_EQ,
                                            m_Specific(unguardedDivisor(*division)), m_Value()));
  return isGuard ? division : nullptr;
}

} // namespace weft::compiler
