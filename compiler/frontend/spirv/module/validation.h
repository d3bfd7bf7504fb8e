// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIRV-Tools' validator, run before a module is translated.
#pragma once

#include "compiler/frontend/spirv/module/module_info.h"

#include <string>

namespace weft::compiler::spirv {

/// Whether the module obeys the rules of the SPIR-V specification (section 2.16) as far as they
/// apply to every environment and SPIRV-Tools knows its instructions; otherwise the log names the
/// violated rule.
bool validate(const ModuleInfo &module, std::string &log);

} // namespace weft::compiler::spirv
