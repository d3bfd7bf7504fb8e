// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits phis of vectors into phis of their components.
//
// The widener keeps each component of a vector in a separate vector, and merges lanes' values from
// different paths by component. LLVM's scalariser leaves loads and stores of vectors whole; a
// vector loaded in a loop and stored after it gets a phi there when the loop gets its LCSSA form.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Keeps LCSSA form.
void splitVectorPhis(llvm::Function &function);

} // namespace weft::compiler
