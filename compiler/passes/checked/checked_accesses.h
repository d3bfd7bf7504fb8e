// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory accesses of a kernel that checks concern.
#pragma once

#include "compiler/passes/checked/provenance.h"

#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::compiler {

/// One side of an instruction that accesses memory; copies have two.
struct CheckedAccess {
  llvm::Instruction *instruction;
  llvm::Value *pointer;
  weft_mistake mistake;
  std::uint64_t bytes = 0;       ///< if `length` is null
  llvm::Value *length = nullptr; ///< the number of bytes, as an integer
};

/// Of one instruction, in order.
llvm::SmallVector<CheckedAccess, 2> accessesOf(llvm::Instruction &instruction);

/// The bytes of a variable, private array or structure that is passed by value; nothing for others.
std::optional<std::uint64_t> sizeOfObject(const llvm::Value &object);

/// Whether the access is known to lie inside of a variable or private array.
bool isKnownInside(const CheckedAccess &access);

} // namespace weft::compiler
