// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a trace goes: a file, or whoever listens at a Unix socket (`weft top`).
//
// A socket never holds the host up. Each write is one packet of SOCK_SEQPACKET, which is sent whole
// or not at all. What a slow listener has no room for is dropped and counted, and the trace tells
// how much that was as soon as there is room again. When the listener goes, the trace ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace weft {

class TraceSink {
public:
  /// What WEFT_TRACE begins with when a socket's path follows.
  static constexpr std::string_view socketPrefix = "unix:";
  /// The name of the record that tells of lines that were dropped, by their `count`.
  static constexpr std::string_view lostName = "lost_lines";

  /// Opens a file, or connects to a socket: null, with errno set, when that fails. Does not wait.
  /// Throws bad_alloc.
  static std::unique_ptr<TraceSink> open(const std::string &target);

  /// Writes some whole lines; false when nobody will read any more. Thread-safe.
  bool write(const char *lines) noexcept;
  /// Of a forked child: what the parent has not written yet is the parent's to write.
  void abandon() noexcept;

private:
  bool send(const char *lines) noexcept;

  std::FILE *file = nullptr;
  int socket = -1;
  std::atomic<std::uint64_t> lost{0};
};

} // namespace weft
