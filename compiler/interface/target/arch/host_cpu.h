// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU of this machine as code generation sees it. One folder per instruction set.
#pragma once

#include "compiler/interface/encoding/hash.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// LLVM's name of the instruction set.
const char *architectureName();

/// The name of the highest level of the instruction set that this CPU supports; empty if there are
/// no levels.
std::string bestLevel();

/// The largest page that systems on this instruction set have: segments of programs are as far
/// apart.
std::uint64_t largestPageBytes();

/// Of everything that LLVM's host detection examines.
Hash hashCpu();

} // namespace weft::compiler
