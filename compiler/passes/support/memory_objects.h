// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classifies the memory of an address by its address space and underlying object.
#pragma once

#include "device/base/address_spaces.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether accesses to both objects may overlap. Objects are results of getUnderlyingObject().
inline bool mayMeet(const llvm::Value &one, const llvm::Value &other) {
  const auto isArrayBeside = [](const llvm::Value &array, const llvm::Value &object) {
    return llvm::isa<llvm::AllocaInst>(array) &&
           (llvm::isa<llvm::Argument>(object) || llvm::isIdentifiedObject(&object));
  };
  const auto isBuffer = [](const llvm::Value &object) {
    const unsigned space = object.getType()->getPointerAddressSpace();
    return space == globalSpace || space == localSpace;
  };
  if (&one == &other)
    return true;
  return !isArrayBeside(one, other) && !isArrayBeside(other, one) &&
         (one.getType() == other.getType() || !isBuffer(one) || !isBuffer(other));
}

} // namespace weft::compiler
