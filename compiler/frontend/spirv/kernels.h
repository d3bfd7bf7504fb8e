// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang says of kernels in metadata, said of entry points: their arguments and the sizes of
// work-groups (SPIR-V specification, section 3.2.6, and the OpenCL environment's execution modes).
#pragma once

#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

/// Describes the entry point's kernel. False, with lines in the log, for an execution mode that is
/// not supported.
bool describeKernel(Translation &translation, const EntryPoint &entry, llvm::Function &kernel);

} // namespace weft::compiler::spirv
