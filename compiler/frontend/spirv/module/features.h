// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which capabilities and extensions the reader takes (SPIR-V specification, section 3.2.30). What a
// program needs and nobody knows here is refused with its name before anything is translated.
#pragma once

#include "compiler/frontend/spirv/module/module_info.h"

#include <string>

namespace weft::compiler::spirv {

/// Whether all that the module declares is there; otherwise one line of the log for each that is
/// not. Also checks its version and its addressing and memory models.
bool checkFeatures(const ModuleInfo &module, std::string &log);

/// Whether SPIRV-Tools knows all capabilities and instructions of the module. Where it does not, it
/// cannot validate the module.
bool isInGrammarOfTools(const ModuleInfo &module);

} // namespace weft::compiler::spirv
