// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the process's last commands come before something: a command, the end of a user event,
// or what the host does next.
//
// Commands are numbered in the order in which they end, so those that come before one have smaller
// numbers than it.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace weft::icd {

/// Not thread-safe.
class OrderedCommands {
public:
  /// As many are told apart. All earlier ones count as ordered.
  static constexpr std::size_t most = 256;

  /// Adds a command, by its number.
  void add(std::uint64_t number) noexcept;
  void join(const OrderedCommands &other) noexcept;
  bool contains(std::uint64_t number) const noexcept {
    return number < end && (number + most < end || commands[number % most]);
  }

private:
  void extendTo(std::uint64_t newEnd) noexcept;

  std::uint64_t end = 0; ///< behind the last number that was added
  std::bitset<most> commands;
};

} // namespace weft::icd
