// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that the host has mapped, and so may access while no command does, in a process that looks
// for races (WEFT_CHECK). A kernel must not write what is mapped for reading, and not access what
// is mapped for writing (OpenCL API, 5.2.4 and 5.6.1).
//
// A region counts from the execution of the map's command to that of the unmap's. All objects have
// addresses of the process, so one list of regions serves buffers, their parts, shared virtual
// memory, and objects that share the host's memory. A launch looks at it once for each object.
#pragma once

#include "device/checks/call_site.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace weft::icd {

struct HostRange {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  bool writes = false; ///< the host may write; it may always read
  device::HostCall call;
  const void *object = nullptr; ///< that was mapped, a part of another one perhaps; or null

  bool overlaps(std::uintptr_t other, std::size_t count) const {
    return begin < other + count && other < begin + bytes;
  }
};

/// Thread-safe.
class HostRanges {
public:
  /// The process's; null if it does not look for races.
  static HostRanges *ofProcess() noexcept;

  HostRanges() = default;
  HostRanges(const HostRanges &) = delete;
  HostRanges &operator=(const HostRanges &) = delete;

  /// Without memory for it the range is left out.
  void add(const HostRange &range) noexcept;
  /// Removes the oldest range that begins there, if any, and returns it.
  std::optional<HostRange> remove(std::uintptr_t begin) noexcept;
  /// Removes those of an object that is released.
  void forgetObject(const void *object) noexcept;
  /// Removes those that overlap memory which is released.
  void forget(std::uintptr_t begin, std::size_t bytes) noexcept;
  /// Throws bad_alloc.
  std::vector<HostRange> overlapping(std::uintptr_t begin, std::size_t bytes) const;

private:
  mutable std::mutex mutex;
  std::vector<HostRange> ranges; ///< in the order of arrival
};

} // namespace weft::icd
