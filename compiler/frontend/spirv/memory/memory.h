// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory operands (SPIR-V specification, section 3.2.26).
#pragma once

#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

struct MemoryOperands {
  bool isVolatile = false, isNontemporal = false;
  llvm::MaybeAlign alignment;
  Id aliasScopes = 0, noAlias = 0; ///< lists of SPV_INTEL_memory_access_aliasing
  std::size_t next = 0;            ///< the operand after them
};

/// Reads the operands that start with a mask at `first`, if there are any.
MemoryOperands memoryOperands(const Instruction &instruction, std::size_t first);

/// Gives an access its attributes: aliasing and non-temporal metadata.
void setAccessMetadata(Translation &translation, llvm::Instruction &access,
                       const MemoryOperands &operands);

} // namespace weft::compiler::spirv
