// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a SPIR-V module to a spir64 module of LLVM.
#pragma once

#include "compiler/frontend/frontend.h"

#include <string_view>

namespace weft::compiler {

/// Translates one module of SPIR-V 1.0 to 1.6 for OpenCL with 64-bit physical addressing, in either
/// byte order. The result has the form of compileSource's for OpenCL C; the log has a line for each
/// unsupported capability, extension and instruction. Does not trust the bytes.
FrontendResult translateSpirv(llvm::LLVMContext &context, std::string_view bytes,
                              const Specialisations &specialisations,
                              const CompileOptions &options);

} // namespace weft::compiler
