// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Anonymous files in memory.
//
// Systems may deny memfds, as system call filters in containers do. Then they are unlinked files in
// a folder, preferably one in memory.
#pragma once

#include "device/base/files/descriptor.h"

#include <string>
#include <string_view>

namespace weft {

/// The permitted use of a memory file. Systems may make such files non-executable by default.
enum class MemoryFileUse { Data, Program };

/// A new file that lives as long as it is open or mapped; none, with errno set, if out of memory.
/// `name` is shown by debuggers.
Descriptor makeMemoryFile(const char *name, MemoryFileUse use = MemoryFileUse::Data);
/// One with this content.
Descriptor makeMemoryFile(const char *name, std::string_view content,
                          MemoryFileUse use = MemoryFileUse::Data);

/// A file of this process for code that opens files by path. In memory if /proc provides paths to
/// open files; otherwise in the folder for temporary files, until the object is destroyed.
class PathFile {
public:
  /// One with this content; none, with errno set, if that is impossible.
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

/// The path of an open file of this process in /proc.
std::string pathOfDescriptor(int file);

} // namespace weft
