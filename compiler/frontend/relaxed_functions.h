// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the options that loosen arithmetic mean for built-in functions.
#pragma once

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// Lets the module's calls of mathematical built-ins that have a relaxed version (OpenCL
/// C 3.0, 7.4.4: less exact, extreme values not minded) use that: `__weft_relaxed_<name>` of the
/// kernel library. The module is one source's, so that other objects of the program keep the full
/// versions.
void useRelaxedFunctions(llvm::Module &module);

/// Puts instructions, or the answer, for calls of short built-ins whose operands and results are
/// known to be no NaNs or infinities (-cl-finite-math-only): the largest and least of two numbers
/// are one instruction then, and nothing is NaN.
void useFiniteForms(llvm::Module &module);

} // namespace weft::compiler
