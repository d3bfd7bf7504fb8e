// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells a user at a terminal that something takes long.
#pragma once

#include <cstdint>

namespace weft {

/// One wait of one thread. Prints a message after two seconds, and again whenever the time has
/// doubled, if messages are enabled (WEFT_LOG) and standard error is a terminal.
class Progress {
public:
  Progress() noexcept;

  /// Waits until the file is readable, or its peer is closed. `what` names what is awaited; `done`
  /// of `all` parts of it are ready, or it has no parts.
  void waitFor(int file, const char *what, unsigned done = 0, unsigned all = 0) noexcept;

private:
  int milliseconds() const noexcept;

  const std::uint64_t begin;
  std::uint64_t next; ///< nanoseconds from `begin` to the next message; 0: none
};

} // namespace weft
