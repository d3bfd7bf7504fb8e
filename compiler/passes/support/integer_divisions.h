// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the four divisions of integers an instruction is.
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace weft::compiler {

inline bool isSignedDivision(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SDiv ||
         division.getOpcode() == llvm::Instruction::SRem;
}

inline bool isRemainder(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SRem ||
         division.getOpcode() == llvm::Instruction::URem;
}

} // namespace weft::compiler
