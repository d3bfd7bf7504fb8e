// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/memory_file.h"

#include "device/base/files.h"

#include <cerrno>
#include <sys/mman.h>
#include <utility>

namespace weft {

Descriptor makeMemoryFile(const char *name, MemoryFileUse use) {
#ifndef MFD_EXEC
  constexpr unsigned MFD_EXEC = 0x10u;
#endif
  if (use == MemoryFileUse::Data)
    return Descriptor(::memfd_create(name, MFD_CLOEXEC));
  const int descriptor = ::memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
  // Older systems refuse the flag.
  if (descriptor < 0 && errno == EINVAL)
    return Descriptor(::memfd_create(name, MFD_CLOEXEC));
  return Descriptor(descriptor);
}

Descriptor makeMemoryFile(const char *name, std::string_view content, MemoryFileUse use) {
  Descriptor file = makeMemoryFile(name, use);
  return file && writeContent(file.get(), content) ? std::move(file) : Descriptor();
}

std::string pathOfDescriptor(int file) { return "/proc/self/fd/" + std::to_string(file); }

} // namespace weft
