// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The identity of the compiler: part of every cache key, so that results of other versions are
// never used.
#pragma once

#include "compiler/interface/encoding/hash.h"

#include <string>

namespace weft::compiler {

/// A hash of the contents of weftc, of the kernel library and of the helper archive next to it,
/// independent of times and sizes. The linker and the build embed hashes in the large files
/// (weftc's build identifier, the last member of the kernel library), so little is read; a file
/// without one is hashed completely. An unreadable file counts as empty.
Hash compilerIdentity(const std::string &program, const std::string &kernelLibrary);

} // namespace weft::compiler
