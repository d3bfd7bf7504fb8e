// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of integers, of which there are four.
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace weft::compiler {

/// Marks divisions of lanes that do not lie in one row of the divisor (division_rows.h).
inline constexpr llvm::StringLiteral apartMetadata = "weft.lanes.apart";

inline bool isSignedDivision(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SDiv ||
         division.getOpcode() == llvm::Instruction::SRem;
}

inline bool isRemainder(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SRem ||
         division.getOpcode() == llvm::Instruction::URem;
}

} // namespace weft::compiler
