// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/report_log.h"

#include "device/base/files/descriptor.h"
#include "device/base/files/transfer.h"
#include "device/checks/report_formats.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace weft::device {
namespace {

/// An open file that other processes do not change meanwhile.
class LockedFile {
public:
  explicit LockedFile(const std::string &path)
      : file(aboveStandardStreams(
            ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644))) {
    if (file)
      ::flock(file.get(), LOCK_EX);
  }
  ~LockedFile() {
    if (file)
      ::flock(file.get(), LOCK_UN);
  }
  LockedFile(const LockedFile &) = delete;
  LockedFile &operator=(const LockedFile &) = delete;

  explicit operator bool() const { return static_cast<bool>(file); }
  /// The number of its bytes, or -1.
  off_t size() const { return ::lseek(file.get(), 0, SEEK_END); }
  /// Replaces what follows this many bytes.
  bool replaceFrom(off_t offset, std::string_view bytes) const {
    return ::lseek(file.get(), offset, SEEK_SET) == offset && writeAll(file.get(), bytes);
  }
  bool endsWith(std::string_view end, off_t size) const {
    std::string last(end.size(), '\0');
    return size >= static_cast<off_t>(end.size()) &&
           readAt(file.get(), last.data(), last.size(),
                  static_cast<std::uint64_t>(size) - end.size()) == last.size() &&
           last == end;
  }

private:
  Descriptor file;
};

bool appendSarif(const LockedFile &file, off_t size, const CheckReport &report) {
  const std::string end = sarifEnd(), result = sarifResultOf(report) + end;
  if (size == 0)
    return file.replaceFrom(0, sarifBegin() + result);
  if (!file.endsWith(end, size))
    return false; // another's
  return file.replaceFrom(size - static_cast<off_t>(end.size()), ",\n" + result);
}

} // namespace

bool appendToLog(const std::string &path, const CheckReport &report) {
  const LockedFile file(path);
  const off_t size = file ? file.size() : -1;
  if (size < 0)
    return false;
  return path.ends_with(".sarif") ? appendSarif(file, size, report)
                                  : file.replaceFrom(size, jsonOf(report) + '\n');
}

} // namespace weft::device
