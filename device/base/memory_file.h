// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files without a name, in memory.
#pragma once

#include "device/base/descriptor.h"

#include <string>
#include <string_view>

namespace weft {

/// What a memory file may be used for. Systems may make such files not executable unless asked.
enum class MemoryFileUse { Data, Program };

/// A new file that lives as long as it is open or mapped; none, with errno set, when there is no
/// memory. `name` is what debuggers show.
Descriptor makeMemoryFile(const char *name, MemoryFileUse use = MemoryFileUse::Data);
/// One that holds `content`.
Descriptor makeMemoryFile(const char *name, std::string_view content,
                          MemoryFileUse use = MemoryFileUse::Data);

/// A path to an open file of this process.
std::string pathOfDescriptor(int file);

} // namespace weft
