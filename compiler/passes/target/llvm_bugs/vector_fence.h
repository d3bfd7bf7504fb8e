// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fence that is opaque to instruction selection.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The vector, of at least 64 bits, behind an arithmetic fence, which emits no instruction.
inline llvm::Value *fenced(llvm::IRBuilder<> &builder, llvm::Value *vector) {
  llvm::Type *type = vector->getType();
  const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  assert(bits >= 64 && bits % 32 == 0 && "fences are for numbers");
  const bool areWide = type->getScalarSizeInBits() == 64;
  llvm::Type *reals = llvm::FixedVectorType::get(
      areWide ? builder.getDoubleTy() : builder.getFloatTy(), bits / (areWide ? 64 : 32));
  return builder.CreateBitCast(
      builder.CreateArithmeticFence(builder.CreateBitCast(vector, reals), reals), type);
}

} // namespace weft::compiler
