// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to the records of work-items (device/kernel_abi_debug.h) by their fields' offsets.
#pragma once

#include "device/kernel_abi_debug.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

inline llvm::Value *placeAt(llvm::IRBuilder<> &builder, llvm::Value &base, std::uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &base, offset);
}

inline llvm::Value *loadWord(llvm::IRBuilder<> &builder, llvm::Value &base, std::uint64_t offset) {
  return builder.CreateLoad(builder.getInt64Ty(), placeAt(builder, base, offset));
}

inline llvm::Value *loadPointer(llvm::IRBuilder<> &builder, llvm::Value &base,
                                std::uint64_t offset) {
  return builder.CreateLoad(builder.getPtrTy(), placeAt(builder, base, offset));
}

inline void storeField(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value &base,
                       std::uint64_t offset) {
  builder.CreateStore(value, placeAt(builder, base, offset));
}

} // namespace weft::compiler
