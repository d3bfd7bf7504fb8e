// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/files/memory_file.h"

#include "device/base/files/files.h"
#include "device/base/settings.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace weft {
namespace {

const std::string &temporaryFolder() { return Settings::ofProcess().temporaryFolder; }

/// Creates a new file in a folder; `path` becomes its name there.
Descriptor makeNamedFile(const std::string &folder, std::string &path) {
  path = folder + "/weft-XXXXXX";
  return Descriptor(::mkostemp(path.data(), O_CLOEXEC));
}

Descriptor makeUnnamedFile(const std::string &folder) {
  if (Descriptor file(::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600)); file)
    return file;
  std::string path;
  Descriptor file = makeNamedFile(folder, path);
  if (file)
    ::unlink(path.c_str());
  return file;
}

Descriptor callMemfd(const char *name, MemoryFileUse use) {
#ifndef MFD_EXEC
  constexpr unsigned MFD_EXEC = 0x10u;
#endif
  if (use == MemoryFileUse::Data)
    return Descriptor(::memfd_create(name, MFD_CLOEXEC));
  const int descriptor = ::memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
  // Older systems reject the flag.
  if (descriptor < 0 && errno == EINVAL)
    return Descriptor(::memfd_create(name, MFD_CLOEXEC));
  return Descriptor(descriptor);
}

} // namespace

Descriptor makeMemoryFile(const char *name, MemoryFileUse use) {
  Descriptor file = callMemfd(name, use);
  // If the process may open no more files, no folder helps.
  if (file || errno == EMFILE || errno == ENFILE)
    return file;
  // In-memory folders often disallow executables.
  std::array<std::string, 2> folders{"/dev/shm", temporaryFolder()};
  if (use == MemoryFileUse::Program)
    std::swap(folders[0], folders[1]);
  for (const std::string &folder : folders) {
    file = makeUnnamedFile(folder);
    if (file)
      break;
  }
  return file;
}

Descriptor makeMemoryFile(const char *name, std::string_view content, MemoryFileUse use) {
  Descriptor file = makeMemoryFile(name, use);
  return file && writeContent(file.get(), content) ? std::move(file) : Descriptor();
}

PathFile::PathFile(const char *name, std::string_view content)
    : file(makeMemoryFile(name, content)) {
  if (!file)
    return;
  filePath = pathOfDescriptor(file.get());
  if (::access(filePath.c_str(), F_OK) == 0)
    return;
  file = makeNamedFile(temporaryFolder(), filePath);
  isNamed = static_cast<bool>(file);
  if (file && !writeContent(file.get(), content))
    file.reset();
}

PathFile::PathFile(PathFile &&other) noexcept
    : file(std::move(other.file)), filePath(std::move(other.filePath)),
      isNamed(std::exchange(other.isNamed, false)) {}

PathFile::~PathFile() {
  if (isNamed)
    ::unlink(filePath.c_str());
}

std::string pathOfDescriptor(int file) { return "/proc/self/fd/" + std::to_string(file); }

} // namespace weft
