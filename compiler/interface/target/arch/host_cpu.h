// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU of this machine as code generation sees it. A folder for each instruction set.
#pragma once

#include "compiler/interface/encoding/hash.h"

#include <string>

namespace weft::compiler {

/// As LLVM calls the instruction set.
const char *architectureName();

/// The name of the widest level of the instruction set that this CPU reaches; empty where there are
/// no levels.
std::string bestLevel();

/// Of everything that LLVM's host detection looks at.
Hash hashCpu();

} // namespace weft::compiler
