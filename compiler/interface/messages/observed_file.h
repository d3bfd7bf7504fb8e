// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file system's answer for a path that a build looked up, possibly a failure: a dependency of
// its result besides the request.
#pragma once

#include "compiler/interface/encoding/bytes.h"
#include "compiler/interface/encoding/hash.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::compiler {

enum class FileState : std::uint64_t {
  Absent, ///< does not exist
  Folder,
  Regular, ///< a regular file that was not read
  Read,    ///< a regular file that was read
  Other,   ///< a pipe, a device, a socket
};

struct ObservedFile {
  std::string path; ///< as looked up by the build: a relative one starts in its working folder
  FileState state = FileState::Absent;
  std::uint64_t size = 0; ///< of what was read
  Hash hash{};

  bool isRelative() const { return !path.starts_with('/'); }
  bool isFile() const { return state == FileState::Regular || state == FileState::Read; }
};

/// Whether a build in this working folder (absolute, or empty if there is none) would find the
/// same. Reads a file only if its size matches.
bool stillHolds(const ObservedFile &file, const std::string &workingFolder);

/// Lists of them, in messages and entries of the cache.
void write(ByteWriter &writer, const std::vector<ObservedFile> &files);
std::vector<ObservedFile> readObservedFiles(ByteReader &reader);

} // namespace weft::compiler
