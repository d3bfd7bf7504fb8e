// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/program/program_file.h"

#include "device/base/bytes.h"
#include "device/base/files/files.h"
#include "device/base/files/memory_file.h"
#include "device/base/files/transfer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace weft::device {
namespace {

/// Whether the file starts with these bytes.
bool holds(int file, std::span<const std::byte> bytes) {
  std::array<std::byte, std::size_t{16} << 10> piece;
  for (std::size_t offset = 0; offset < bytes.size();) {
    const std::size_t size = std::min(piece.size(), bytes.size() - offset);
    if (readAt(file, piece.data(), size, offset) != size ||
        std::memcmp(piece.data(), bytes.data() + offset, size) != 0)
      return false;
    offset += size;
  }
  return true;
}

/// Whether pages of a file stay readable after it was deleted. If another machine can delete it, an
/// access to a page that is not in memory yet would crash the process.
bool survivesDeletion(int file) {
  struct statfs system;
  if (fstatfs(file, &system) != 0)
    return false;
  constexpr std::uint32_t xfs = 0x58465342, zfs = 0x2fc12fc1, bcachefs = 0xca451a4e;
  const auto type = static_cast<std::uint32_t>(system.f_type);
  for (const std::uint32_t local :
       {std::uint32_t{EXT4_SUPER_MAGIC}, xfs, std::uint32_t{BTRFS_SUPER_MAGIC},
        std::uint32_t{F2FS_SUPER_MAGIC}, zfs, bcachefs, std::uint32_t{TMPFS_MAGIC},
        std::uint32_t{RAMFS_MAGIC}, std::uint32_t{OVERLAYFS_SUPER_MAGIC}})
    if (type == local)
      return true;
  return false;
}

/// The folder of /proc for this process. By its number, which means the same to a debugger, unless
/// /proc belongs to another PID namespace.
std::string processFolder() {
  const std::string number = std::to_string(getpid());
  char self[32];
  const ssize_t size = readlink("/proc/self", self, sizeof self);
  if (size > 0 && std::string(self, static_cast<std::size_t>(size)) == number)
    return "/proc/" + number;
  return "/proc/self";
}

/// Slashes that encode a number unique to this call, and do not change the path: `/.` is a one, `/`
/// a zero, lowest digit first.
std::string uniqueSlashes() {
  static std::atomic<std::uint64_t> counter{0};
  std::string slashes;
  for (std::uint64_t number = ++counter; number > 0; number >>= 1)
    slashes += number & 1 ? "/." : "/";
  return slashes;
}

} // namespace

const std::string ProgramFile::noPath;

ProgramFile::~ProgramFile() {
  if (file && isTemporary)
    unlink(name.c_str());
}

ProgramFile &ProgramFile::operator=(ProgramFile &&other) noexcept {
  std::swap(file, other.file);
  std::swap(name, other.name);
  std::swap(isTemporary, other.isTemporary);
  return *this;
}

ProgramFile ProgramFile::openShared(const std::string &path, std::span<const std::byte> image) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW));
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || !isOurs(status) ||
      static_cast<std::uint64_t>(status.st_size) != image.size() || !survivesDeletion(file.get()) ||
      !holds(file.get(), image))
    return {};
  return ProgramFile(std::move(file), path);
}

ProgramFile ProgramFile::makeInMemory(std::span<const std::byte> image, std::string &error) {
  Descriptor file = makeMemoryFile("weft-program", asText(image), MemoryFileUse::Program);
  if (file)
    return ProgramFile(std::move(file));
  error = std::string("no memory for the program file: ") + strerrordesc_np(errno);
  return {};
}

ProgramFile ProgramFile::makeIn(const std::string &folder, std::span<const std::byte> image,
                                std::string &error) {
  std::string name = folder + "/weft-program-XXXXXX";
  Descriptor file(mkostemp(name.data(), O_CLOEXEC));
  if (file && writeContent(file.get(), asText(image)))
    return ProgramFile(std::move(file), std::move(name));
  error = "cannot write " + name + ": " + strerrordesc_np(errno);
  if (file)
    unlink(name.c_str());
  return {};
}

ProgramFile ProgramFile::makeKept(const std::string &folder, std::span<const std::byte> image,
                                  std::string &error) {
  return makeIn(folder, image, error);
}

ProgramFile ProgramFile::makeTemporary(const std::string &folder, std::span<const std::byte> image,
                                       std::string &error) {
  ProgramFile file = makeIn(folder, image, error);
  file.isTemporary = static_cast<bool>(file);
  return file;
}

std::string ProgramFile::loadPath() const {
  const std::string path = processFolder() + uniqueSlashes() + "/fd/" + std::to_string(file.get());
  // Without /proc only files with their own name have a path.
  return !name.empty() && access(path.c_str(), F_OK) != 0 ? name : path;
}

} // namespace weft::device
