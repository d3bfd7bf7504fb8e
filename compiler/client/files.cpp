#include "compiler/client/files.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace weft::compiler {
namespace {

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A name that no other thread or process on this or another machine (a shared home) uses.
std::string temporaryName(const std::string &path) {
  static std::atomic<unsigned> counter{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  char suffix[80];
  std::snprintf(suffix, sizeof suffix, ".%x-%llx-%x.tmp", static_cast<unsigned>(::getpid()),
                static_cast<unsigned long long>(now), counter.fetch_add(1));
  return path + suffix;
}

} // namespace

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  if (this != &other) {
    reset();
    value = other.release();
  }
  return *this;
}

int Descriptor::release() { return std::exchange(value, -1); }

void Descriptor::reset() {
  if (value >= 0)
    ::close(std::exchange(value, -1));
}

std::optional<std::vector<std::byte>> readFile(const std::string &path, FileOwner owner) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  if (owner == FileOwner::UserOrRoot && status.st_uid != ::geteuid() && status.st_uid != 0)
    return std::nullopt;
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    filled += static_cast<std::size_t>(count);
  }
  return bytes;
}

bool writeFileAtomically(const std::string &path, std::string_view bytes) {
  const std::string temporary = temporaryName(path);
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file)
    return false;
  bool written = writeAll(file.get(), bytes);
  // A full disk behind a network may tell only now.
  written = ::close(file.release()) == 0 && written;
  if (written && ::rename(temporary.c_str(), path.c_str()) == 0)
    return true;
  ::unlink(temporary.c_str());
  return false;
}

bool makeFolder(const std::string &path) {
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST)
    return true;
  const std::size_t slash = path.find_last_of('/');
  if (errno != ENOENT || slash == std::string::npos || slash == 0)
    return false;
  return makeFolder(path.substr(0, slash)) && (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST);
}

} // namespace weft::compiler
