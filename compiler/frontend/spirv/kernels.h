// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel metadata that Clang emits, for entry points: their arguments and work-group sizes
// (SPIR-V specification, section 3.2.6, and the OpenCL environment's execution modes).
#pragma once

#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

/// Describes the entry point's kernel. False, with lines in the log, for an unsupported execution
/// mode.
bool describeKernel(Translation &translation, const EntryPoint &entry, llvm::Function &kernel);

} // namespace weft::compiler::spirv
