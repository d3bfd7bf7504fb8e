// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links object files to a shared object, in memory.
#pragma once

#include "compiler/backend/linking/object_linking.h"

#include <cstddef>
#include <string>
#include <vector>

namespace weft::compiler {

/// Links ELF objects with lld in this process, against the C library and the archive `helpers` as
/// needed: `helpers` has functions that code generation calls if the CPU lacks an instruction.
/// Objects and result are memfds, so no writable folder is needed. Empty with `log` extended on
/// errors. Not thread-safe.
std::vector<std::byte> linkSharedObject(llvm::ArrayRef<ObjectFile> objects,
                                        const std::string &helpers, std::string &log);

/// Creates the linker's per-process state, before the process forks.
void prepareLinker();

} // namespace weft::compiler
