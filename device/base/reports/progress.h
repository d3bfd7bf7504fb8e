// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells a user who waits at a terminal that something lasts.
#pragma once

#include <cstdint>

namespace weft {

/// One wait of one thread. Tells after two seconds, and again whenever the time has doubled, if
/// messages are wanted (WEFT_LOG) and standard error is a terminal.
class Progress {
public:
  Progress() noexcept;

  /// Waits until the file has something to read, or its other end is closed. `what` is waited for;
  /// of `all` parts of it `done` are there, or it has none.
  void waitFor(int file, const char *what, unsigned done = 0, unsigned all = 0) noexcept;

private:
  int milliseconds() const noexcept;

  const std::uint64_t begin;
  std::uint64_t next; ///< nanoseconds from `begin` to the next message; 0: none
};

} // namespace weft
