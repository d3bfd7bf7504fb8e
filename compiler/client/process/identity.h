// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What decides what a process may do and what it sees of the system.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <sys/types.h>

namespace weft::compiler {

/// The credentials, root folder and namespaces of a thread. Two that are equal may open the same
/// files, and find the same ones by a path.
struct Identity {
  std::array<uid_t, 4> users{};                ///< real, effective, saved, for files
  std::array<gid_t, 4> groups{};               ///< the same
  std::uint64_t furtherGroups = 0;             ///< a hash of the supplementary groups
  std::array<std::uint32_t, 6> capabilities{}; ///< of both words: effective, permitted, inheritable
  std::array<std::uint64_t, 2> root{};         ///< device and number of the root folder
  std::array<std::uint64_t, 6> namespaces{};   ///< their numbers; zeros without /proc

  bool operator==(const Identity &) const = default;

  /// The most supplementary groups that a thread can have.
  static constexpr std::size_t mostGroups = 65536;
  /// The calling thread's. `room` is where its groups are read to. Does nothing but system calls,
  /// so that it may run in a process that shares its memory with another.
  static Identity ofThread(std::span<gid_t> room) noexcept;
  /// The same with room of its own. Throws bad_alloc.
  static Identity ofThread();
};

/// Makes sure that what the calling process executes next has no capabilities but those that are
/// effective at present: a program that root starts would get back what root has given up. Where
/// the real and the effective user or group differ this cannot be had, for such a program would run
/// as the real one. Does nothing but system calls.
void keepPrivilegesLow() noexcept;

} // namespace weft::compiler
