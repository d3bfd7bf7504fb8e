// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/messages/observed_file.h"

#include "device/base/files/files.h"
#include "device/base/files/transfer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

FileState stateOf(const std::string &path, struct stat &status) {
  if (::stat(path.c_str(), &status) != 0)
    return FileState::Absent;
  if (S_ISDIR(status.st_mode))
    return FileState::Folder;
  return S_ISREG(status.st_mode) ? FileState::Regular : FileState::Other;
}

bool holds(const std::string &path, std::uint64_t size, const Hash &expected) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<std::uint64_t>(status.st_size) != size)
    return false;
  Hasher hasher;
  std::array<char, std::size_t{64} << 10> piece;
  for (std::uint64_t offset = 0; offset < size;) {
    const auto count = readAt(file.get(), piece.data(),
                              std::min<std::uint64_t>(piece.size(), size - offset), offset);
    if (!count || *count == 0)
      return false;
    hasher.extend({piece.data(), *count});
    offset += *count;
  }
  return hasher.finish() == expected;
}

} // namespace

bool stillHolds(const ObservedFile &file, const std::string &workingFolder) {
  if (file.isRelative() && workingFolder.empty())
    return false;
  const std::string path = file.isRelative() ? workingFolder + "/" + file.path : file.path;
  struct stat status;
  const FileState state = stateOf(path, status);
  if (file.state != FileState::Read)
    return state == file.state;
  return state == FileState::Regular && static_cast<std::uint64_t>(status.st_size) == file.size &&
         holds(path, file.size, file.hash);
}

void write(ByteWriter &writer, const std::vector<ObservedFile> &files) {
  writer.number(files.size());
  for (const ObservedFile &file : files) {
    writer.string(file.path);
    writer.number(static_cast<std::uint64_t>(file.state));
    writer.number(file.size);
    writer.raw(bytesOf(file.hash));
  }
}

std::vector<ObservedFile> readObservedFiles(ByteReader &reader) {
  std::vector<ObservedFile> files;
  for (std::uint64_t left = reader.count(); left > 0; --left) {
    ObservedFile file;
    file.path = reader.string();
    file.state = static_cast<FileState>(reader.number());
    file.size = reader.number();
    file.hash = readHash(reader);
    files.push_back(std::move(file));
  }
  return files;
}

} // namespace weft::compiler
