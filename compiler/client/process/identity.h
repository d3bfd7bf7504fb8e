// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What determines a process's rights and its view of the system.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <sys/types.h>

namespace weft::compiler {

/// The credentials, root folder and namespaces of a thread. Equal ones may open the same files, and
/// find the same ones by path.
struct Identity {
  std::array<uid_t, 4> users{};                ///< real, effective, saved, for files
  std::array<gid_t, 4> groups{};               ///< the same
  std::uint64_t furtherGroups = 0;             ///< a hash of the supplementary groups
  std::array<std::uint32_t, 6> capabilities{}; ///< of both words: effective, permitted, inheritable
  std::array<std::uint64_t, 2> root{};         ///< device and number of the root folder
  std::array<std::uint64_t, 6> namespaces{};   ///< their numbers; zeros without /proc

  bool operator==(const Identity &) const = default;

  /// The maximum number of supplementary groups of a thread.
  static constexpr std::size_t maxGroups = 65536;
  /// The calling thread's. `room` is a buffer for its groups. Makes only system calls, so that it
  /// may run in a process that shares its memory with another.
  static Identity ofThread(std::span<gid_t> room) noexcept;
  /// The same with its own buffer. Throws bad_alloc.
  static Identity ofThread();
};

/// Ensures that the next program executed by the calling process has only the currently effective
/// capabilities: a program started by root would regain those that root has dropped. Impossible if
/// the real and the effective user or group differ, as such a program would run as the real one.
/// Makes only system calls.
void keepPrivilegesLow() noexcept;

} // namespace weft::compiler
