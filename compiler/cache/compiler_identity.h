// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which compiler builds: part of every cache key, so that an update never meets results of before.
#pragma once

#include "compiler/interface/encoding/hash.h"

#include <string>

namespace weft::compiler {

/// A hash that stands for the content of weftc, of the kernel library and of the helper archive
/// beside that, whatever their times and sizes. Linker and build leave hashes of the large files in
/// them (weftc's build identifier, the last member of the kernel library), so little is read; a
/// file without one is hashed whole. A file that cannot be read counts as empty.
Hash compilerIdentity(const std::string &program, const std::string &kernelLibrary);

} // namespace weft::compiler
