// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds whoever opens a file: a build that includes it is under way as long as a test wants.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

namespace weft::test {

/// A file that nobody can open until this gives it back: who tries waits. In a folder of its own.
class LeasedFile {
public:
  LeasedFile() : previous(::signal(SIGIO, SIG_IGN)) {
    std::string pattern = (std::filesystem::temp_directory_path() / "weft-leased-XXXXXX").string();
    if (!::mkdtemp(pattern.data()))
      return;
    folder = pattern;
    file = ::open(path().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    isHeld = ::fcntl(file, F_SETLEASE, F_WRLCK) == 0;
  }
  ~LeasedFile() {
    giveBack();
    ::signal(SIGIO, previous);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  LeasedFile(const LeasedFile &) = delete;
  LeasedFile &operator=(const LeasedFile &) = delete;

  static constexpr const char *absence = "the file system of temporary files has no leases";

  /// False where the file system has no leases.
  explicit operator bool() const { return isHeld; }
  std::filesystem::path path() const { return folder / "leased.h"; }
  /// Whether somebody is opening it.
  bool isWaitedFor() const { return ::fcntl(file, F_GETLEASE) != F_WRLCK; }
  void giveBack() {
    if (file >= 0)
      ::close(std::exchange(file, -1));
  }

private:
  sighandler_t previous;
  std::filesystem::path folder;
  int file = -1;
  bool isHeld = false;
};

} // namespace weft::test
