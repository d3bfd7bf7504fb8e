// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of `restrict` where several work-items run in one function.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Takes away scopes that say with what an access does not overlap: a promise of one work-item for
/// itself, which must not relate accesses of different ones.
void dropAliasScopes(llvm::Instruction &instruction);
void dropAliasScopes(llvm::Function &function);

} // namespace weft::compiler
