// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops `restrict` when one function runs several work-items.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Removes alias scopes. They are promises of one work-item about its own accesses, and must not
/// relate accesses of different work-items.
void dropAliasScopes(llvm::Instruction &instruction);
void dropAliasScopes(llvm::Function &function);

} // namespace weft::compiler
