// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small questions about vectors and their place in memory.
#pragma once

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace weft::compiler {

inline unsigned elementsOf(const llvm::Value &vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

/// The address `bytes` behind `base`, or before it.
inline llvm::Value *offsetAddress(llvm::IRBuilder<> &builder, llvm::Value *base,
                                  std::int64_t bytes) {
  return bytes ? builder.CreateGEP(builder.getInt8Ty(), base, builder.getInt64(bytes)) : base;
}

} // namespace weft::compiler
