// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The four kinds of integer division, and what stands for them where the divisor is a power of two.
#pragma once

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

namespace weft::compiler {

/// Marks divisions whose lanes do not lie in one row of the divisor (division_rows.h).
inline constexpr llvm::StringLiteral apartMetadata = "weft.lanes.apart";

inline bool isSignedDivision(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SDiv ||
         division.getOpcode() == llvm::Instruction::SRem;
}

inline bool isRemainder(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SRem ||
         division.getOpcode() == llvm::Instruction::URem;
}

/// A quotient or a remainder, and how it is computed from non-negative dividends.
struct IntegerDivision {
  llvm::Value *dividend, *divisor;
  bool isSigned, isRemainder;
};

/// Of a division, or of what InstCombine makes of one without signs by a power of two: a shift by a
/// constant, or a mask of the lowest bits. Nothing for other operations.
inline std::optional<IntegerDivision> findDivision(const llvm::BinaryOperator &operation) {
  llvm::Value *value = operation.getOperand(0), *by = operation.getOperand(1);
  if (operation.isIntDivRem())
    return IntegerDivision{value, by, isSignedDivision(operation), isRemainder(operation)};
  const auto *known = llvm::dyn_cast<llvm::ConstantInt>(by);
  const bool isShift = operation.getOpcode() == llvm::Instruction::LShr;
  if (!known || !(isShift || operation.getOpcode() == llvm::Instruction::And))
    return std::nullopt;
  const llvm::APInt &number = known->getValue();
  const unsigned width = number.getBitWidth();
  const bool isPower =
      isShift ? number.ult(width - 1) : number.isMask() && !number.isMaxSignedValue();
  if (!isPower || number.isAllOnes())
    return std::nullopt;
  const unsigned bits = isShift ? number.getZExtValue() : number.countr_one();
  auto *divisor =
      llvm::ConstantInt::get(operation.getContext(), llvm::APInt::getOneBitSet(width, bits));
  return IntegerDivision{value, divisor, /*isSigned=*/false, /*isRemainder=*/!isShift};
}

// The guards of safe_division.h, as other passes have simplified them.

/// The divisor before 1 replaced 0, and -1 of signed divisions; null if nothing did.
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

/// Whether a condition says that the unguarded divisor is 0, or -1 in a signed division.
inline bool tellsUnsafeDivisor(const llvm::Value &condition, const llvm::BinaryOperator &division) {
  using namespace llvm::PatternMatch;
  llvm::Value *divisor = unguardedDivisor(division), *tested = nullptr, *unsafe = nullptr;
  if (!divisor ||
      !match(&condition, m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, m_Value(tested), m_Value(unsafe))))
    return false;
  const bool isSame = tested == divisor || match(divisor, m_SExt(m_Specific(tested)));
  return match(unsafe, m_Zero())
             ? isSame || match(divisor, m_ZExt(m_Specific(tested)))
             : isSame && isSignedDivision(division) && match(unsafe, m_AllOnes());
}

} // namespace weft::compiler
