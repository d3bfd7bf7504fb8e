// From an object file to a shared object, both in memory.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstddef>
#include <string>
#include <vector>

namespace weft::compiler {

/// Links an ELF object with lld in this process. Files lie in memory (memfd), so that no writable
/// folder is needed. Empty with `log` extended on errors. Not thread-safe.
std::vector<std::byte> linkSharedObject(llvm::ArrayRef<char> object, std::string &log);

} // namespace weft::compiler
