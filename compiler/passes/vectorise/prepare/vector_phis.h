// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits phis of vectors into phis of their components.
//
// The widener keeps each component of a vector in a vector of its own, and joins lanes' values of
// different ways by component. LLVM's scalariser leaves loads and stores of vectors whole; what is
// loaded in a loop and stored behind it gets a phi there when the loop gets its LCSSA form.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Keeps LCSSA form.
void splitVectorPhis(llvm::Function &function);

} // namespace weft::compiler
