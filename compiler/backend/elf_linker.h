// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From an object file to a shared object, both in memory.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstddef>
#include <string>
#include <vector>

namespace weft::compiler {

/// Links an ELF object with lld in this process, against the C library and the archive `helpers` as
/// needed: `helpers` has functions that code generation calls where the CPU lacks an instruction.
/// Object and result are memory files (memfd), so no writable folder is needed. Empty with `log`
/// extended on errors. Not thread-safe.
std::vector<std::byte> linkSharedObject(llvm::ArrayRef<char> object, const std::string &helpers,
                                        std::string &log);

} // namespace weft::compiler
