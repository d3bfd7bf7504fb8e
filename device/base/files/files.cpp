// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/files/files.h"

#include "device/base/files/transfer.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace weft {
namespace {

/// A name that no other thread or process on this or another machine (a shared home) uses.
std::string temporaryName(const std::string &name) {
  static std::atomic<unsigned> counter{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  char suffix[80];
  std::snprintf(suffix, sizeof suffix, ".%x-%llx-%x.tmp", static_cast<unsigned>(::getpid()),
                static_cast<unsigned long long>(now), counter.fetch_add(1));
  return name + suffix;
}

} // namespace

bool isOurs(const struct stat &status) {
  return (status.st_uid == 0 || status.st_uid == ::geteuid()) &&
         !(status.st_mode & (S_IWGRP | S_IWOTH));
}

std::optional<std::vector<std::byte>> readOurFile(int folder, const std::string &name,
                                                  std::uint64_t maxBytes) {
  const Descriptor file(
      ::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW));
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || !isOurs(status) ||
      static_cast<std::uint64_t>(status.st_size) > maxBytes)
    return std::nullopt;
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  if (readAt(file.get(), bytes.data(), bytes.size(), 0) != bytes.size())
    return std::nullopt;
  return bytes;
}

bool mayGrowTo(std::uint64_t bytes) {
  rlimit limit;
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes <= limit.rlim_cur;
}

bool writeContent(int file, std::string_view bytes) {
  if (mayGrowTo(bytes.size()))
    return writeAll(file, bytes);
  errno = EFBIG;
  return false;
}

bool writeFileAtomically(int folder, const std::string &name, std::string_view bytes) {
  const std::string temporary = temporaryName(name);
  Descriptor file(
      ::openat(folder, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file)
    return false;
  bool written = writeContent(file.get(), bytes);
  // With a network file system, a full disk may be reported only now.
  written = ::close(file.release()) == 0 && written;
  if (written && ::renameat(folder, temporary.c_str(), folder, name.c_str()) == 0)
    return true;
  ::unlinkat(folder, temporary.c_str(), 0);
  return false;
}

} // namespace weft
