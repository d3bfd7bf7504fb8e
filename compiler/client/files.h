// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole-file reads and atomic writes in a folder. Nothing throws but for memory; failures are
// return values. No read waits for a pipe or a device, and no write raises a signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace weft::compiler {

/// An owned file descriptor, or none.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) : value(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : value(other.release()) {}
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor() { reset(); }

  int get() const { return value; }
  explicit operator bool() const { return value >= 0; }
  int release();
  void reset();

private:
  int value = -1;
};

/// Takes a descriptor, or a failed call's -1, and moves it off the standard streams' numbers, which
/// a host that closed them may still write to.
Descriptor aboveStandardStreams(int descriptor);

/// Whether nobody but the user and root owns a file or may write to it.
bool isOurs(const struct stat &status);

/// A file in a folder, read whole: only a regular one, no link, that is ours and has at most so
/// many bytes.
std::optional<std::vector<std::byte>> readOurFile(int folder, const std::string &name,
                                                  std::uint64_t mostBytes);

/// Reads so many bytes, or up to the end where there are fewer; nothing on an error.
std::optional<std::size_t> readAt(int file, void *bytes, std::size_t size, std::uint64_t offset);

/// Whether a file may grow to this size: a write beyond RLIMIT_FSIZE raises SIGXFSZ, which ends
/// processes.
bool mayGrowTo(std::uint64_t bytes);

/// Writes all bytes at the descriptor's position.
bool writeAll(int file, std::string_view bytes);

/// Writes a new file in the folder and renames it to `name`, so that readers see the old file, the
/// new one or none. False, with nothing left behind, when any step fails.
bool writeFileAtomically(int folder, const std::string &name, std::string_view bytes);

} // namespace weft::compiler
