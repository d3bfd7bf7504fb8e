// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of the CPU for which code is generated.
#pragma once

#include <string>

namespace weft::compiler {

/// Names the instruction set for which code is generated ("znver3+avx2…", a hash of LLVM's view of
/// the host suffices); part of every binary and cache key.
const std::string &hostTarget();

/// The highest of LLVM's levels ("x86-64-v3") all of whose instructions this process may use; empty
/// for other architectures. A process may see less of the CPU than others do, for instance under
/// valgrind.
std::string hostLevel();

} // namespace weft::compiler
