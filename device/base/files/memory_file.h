// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files without a name, in memory.
//
// Systems may deny memory files, as filters of system calls in containers do. Then they are files
// of a folder, best of one in memory, which lose their name at once.
#pragma once

#include "device/base/files/descriptor.h"

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

/// A file of this process for code that opens files by their paths. In memory where /proc has paths
/// to open files; otherwise in the folder for temporary files, until the object is destroyed.
class PathFile {
public:
  /// One that holds `content`; none, with errno set, when that is impossible.
  PathFile(const char *name, std::string_view content);
  PathFile(PathFile &&other) noexcept;
  PathFile &operator=(PathFile &&) = delete;
  ~PathFile();

  explicit operator bool() const { return static_cast<bool>(file); }
  const std::string &path() const { return filePath; }

private:
  Descriptor file;
  std::string filePath;
  bool isNamed = false;
};

/// The path to an open file of this process that /proc has.
std::string pathOfDescriptor(int file);

} // namespace weft
