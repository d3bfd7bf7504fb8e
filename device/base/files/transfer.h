// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complete reads and writes: the system may transfer fewer bytes than requested, or be interrupted.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <sys/types.h>

namespace weft {

/// Calls `step(done)`, which transfers some of the bytes from `done` on and returns their number, 0
/// at the end or -1 with errno set, until all `size` bytes are transferred or there are no more.
/// Returns the number of bytes transferred; nothing on an error.
template <class Step>
std::optional<std::size_t> transfer(std::size_t size, Step step) noexcept(noexcept(step(size))) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = step(done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return std::nullopt;
    if (count == 0)
      break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

/// Reads this many bytes, or up to the end if there are fewer; nothing on an error.
std::optional<std::size_t> readAt(int file, void *bytes, std::size_t size, std::uint64_t offset);

/// Reads exactly this many bytes from a pipe or a socket; false at its end and on errors.
bool readAll(int file, void *bytes, std::size_t size) noexcept;

/// Writes all bytes at the descriptor's position; false on errors. Safe in signal handlers.
bool writeAll(int file, std::string_view bytes) noexcept;

/// Writes to a socket; false on errors, such as a closed peer, which raises no signal.
bool sendAll(int socket, std::string_view bytes) noexcept;

} // namespace weft
