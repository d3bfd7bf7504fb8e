// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU that code is generated for, by names.
#pragma once

#include <string>

namespace weft::compiler {

/// Names the instruction set that code is generated for ("znver3+avx2…", a hash of LLVM's view of
/// the host is enough); part of every binary and cache key.
const std::string &hostTarget();

/// The best of LLVM's levels ("x86-64-v3") all of whose instructions this process may use; empty
/// for other architectures. A process may see less of the CPU than others do, such as under
/// valgrind.
std::string hostLevel();

} // namespace weft::compiler
