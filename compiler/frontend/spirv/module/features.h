// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The capabilities and extensions that the reader supports (SPIR-V specification, section 3.2.30).
// Unsupported requirements of a program are rejected by name before anything is translated.
#pragma once

#include "compiler/frontend/spirv/module/module_info.h"

#include <string>

namespace weft::compiler::spirv {

/// Whether everything that the module declares is supported; otherwise one line of the log for each
/// unsupported item. Also checks its version and its addressing and memory models.
bool checkFeatures(const ModuleInfo &module, std::string &log);

/// Whether SPIRV-Tools knows all capabilities and instructions of the module. If not, it cannot
/// validate the module.
bool isInGrammarOfTools(const ModuleInfo &module);

} // namespace weft::compiler::spirv
