// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies the options that relax arithmetic to built-in functions.
#pragma once

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// Replaces the module's calls of mathematical built-ins by their relaxed versions (OpenCL C 3.0,
/// 7.4.4: less exact, without extreme values) if these exist: `__weft_relaxed_<name>` of the kernel
/// library. The module comes from one source, so other objects of the program keep the full
/// versions.
void useRelaxedFunctions(llvm::Module &module);

/// Replaces calls of short built-ins by instructions or constants if operands and results are not
/// NaNs or infinities (-cl-finite-math-only): minimum and maximum are one instruction then, and
/// isnan is false.
void useFiniteForms(llvm::Module &module);

} // namespace weft::compiler
