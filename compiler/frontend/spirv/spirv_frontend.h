// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a SPIR-V module to a spir64 module of LLVM.
#pragma once

#include "compiler/frontend/frontend.h"

#include <string_view>

namespace weft::compiler {

/// Translates one module of SPIR-V 1.0 to 1.6 for OpenCL with physical addresses of 64 bits, in
/// either byte order. The result is as compileSource gives it for OpenCL C; the log has a line for
/// each capability, extension and instruction that is not supported. Trusts nothing of the bytes.
FrontendResult translateSpirv(llvm::LLVMContext &context, std::string_view bytes,
                              const Specialisations &specialisations,
                              const CompileOptions &options);

} // namespace weft::compiler
