// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extensions of a value's low bits, in all forms that InstCombine produces: zext, sext,
// x & (2^k - 1), x << n >> n, and x << n >> m for a multiple.
#pragma once

#include "compiler/passes/analysis/affine/value_ranges.h"

#include "llvm/IR/PatternMatch.h"

#include <optional>

namespace weft::compiler {

/// The extension of the operand's low `bits`, times 2^shift.
struct Extension {
  llvm::Value *operand;
  unsigned bits;
  bool isSigned;
  unsigned shift = 0;

  static std::optional<Extension> of(const llvm::Value &value) {
    using namespace llvm::PatternMatch;
    llvm::Value *operand = nullptr;
    const llvm::APInt *mask = nullptr;
    std::uint64_t up = 0, down = 0;
    const unsigned width = value.getType()->getScalarSizeInBits();
    if (match(&value, m_ZExtOrSExt(m_Value(operand))))
      return Extension{operand, operand->getType()->getScalarSizeInBits(),
                       llvm::isa<llvm::SExtInst>(value)};
    if (match(&value, m_And(m_Value(operand), m_LowBitMask(mask))))
      return Extension{operand, mask->countr_one(), false};
    if (match(&value, m_Shr(m_Shl(m_Value(operand), m_ConstantInt(up)), m_ConstantInt(down))) &&
        down != 0 && down <= up && up < width)
      return Extension{operand, width - static_cast<unsigned>(up),
                       llvm::cast<llvm::Operator>(value).getOpcode() == llvm::Instruction::AShr,
                       static_cast<unsigned>(up - down)};
    return std::nullopt;
  }

  /// Whether the extension always preserves the operand's value.
  bool keepsOperand() const {
    return bits == operand->getType()->getScalarSizeInBits() ||
           fitsInLowBits(rangeInSmallLaunch(*operand), bits, isSigned);
  }
};

} // namespace weft::compiler
