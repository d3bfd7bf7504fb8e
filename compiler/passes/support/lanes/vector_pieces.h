// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small queries about vectors and their layout in memory.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace weft::compiler {

inline unsigned elementsOf(const llvm::Value &vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

/// Whether vectors hold one element of the type for each lane.
inline bool isVectorElement(const llvm::Type &type) {
  if (const auto *integer = llvm::dyn_cast<llvm::IntegerType>(&type))
    return integer->getBitWidth() == 1 ||
           (integer->getBitWidth() <= 128 && integer->getBitWidth() >= 8 &&
            llvm::isPowerOf2_32(integer->getBitWidth()));
  return type.isHalfTy() || type.isFloatTy() || type.isDoubleTy() || type.isPointerTy();
}

/// The address `bytes` after `base`, or before it if negative.
inline llvm::Value *offsetAddress(llvm::IRBuilder<> &builder, llvm::Value *base,
                                  std::int64_t bytes) {
  return bytes ? builder.CreateGEP(builder.getInt8Ty(), base, builder.getInt64(bytes)) : base;
}

/// An elementwise operation on vectors with equally many elements, in pieces of `width` elements:
/// `operation` gets a piece of each operand, the last ones filled up with poison.
llvm::Value *inPieces(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> operands,
                      unsigned width,
                      llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> operation);

} // namespace weft::compiler
