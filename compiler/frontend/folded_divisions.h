// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of constants that C leaves undefined, as `5 / 0`.
//
// Clang's code generation folds an operation of two constants, and makes poison of such a division.
// A divisor that is the constant 0 or -1 becomes a variable with that value (a compound literal),
// so that the division stays for safe_division.h, which gives it the results of all others.
#pragma once

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace weft::compiler {

/// Belongs in front of the consumer that generates code.
std::unique_ptr<clang::ASTConsumer> foldedDivisionConsumer();

} // namespace weft::compiler
