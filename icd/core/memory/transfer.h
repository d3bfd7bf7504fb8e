// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that move bytes, made from a function object.
#pragma once

#include "icd/core/context/function_operation.h"
#include "icd/core/context/queue.h"

#include <array>
#include <cstring>
#include <utility>

namespace weft::icd {

/// Enqueues `function(arena)`, which moves this many bytes, returns the event's status and must not
/// throw. Throws bad_alloc.
template <class Function>
cl_int enqueueTransfer(const CommandSlot &slot, cl_command_type type, std::size_t bytes,
                       bool blocking, Function function) {
  constexpr float bytesPerNanosecond = 10;
  return slot.enqueue(
      type, makeOperation(std::move(function), static_cast<float>(bytes) / bytesPerNanosecond),
      blocking);
}

/// A copy of a fill command's pattern: the host's memory may be gone when the command runs.
struct FillPattern {
  static constexpr std::size_t largest = 128;

  /// `size`: a power of two, at most `largest`.
  FillPattern(const void *pattern, std::size_t size) : size(size) {
    std::memcpy(bytes.data(), pattern, size);
  }

  std::array<unsigned char, largest> bytes{};
  std::size_t size;
};

} // namespace weft::icd
