// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One execution of a checked launch: what its kernel asks of the driver and, if accesses are
// tracked, their cells. A launch of a command buffer is executed more than once.
#pragma once

#include "device/checks/cell_pool.h"
#include "icd/core/enqueue/launch_checks.h"

#include <mutex>
#include <vector>

namespace weft::icd {

class CheckedRun {
public:
  /// Prepares the launch, which does not outlive it; does nothing without `checks`, which outlives
  /// it. Objects for whose cells there is no memory are not tracked.
  CheckedRun(const LaunchChecks *checks, device::Launch &launch) noexcept;
  ~CheckedRun();
  CheckedRun(const CheckedRun &) = delete;
  CheckedRun &operator=(const CheckedRun &) = delete;

private:
  struct Object {
    std::uint64_t begin, bytes;
    device::CellPool::Region cells;
  };
  static void report(void *run, const weft_check_site *site, std::uint64_t first,
                     std::uint64_t second, std::uint64_t x, std::uint64_t y,
                     std::uint64_t z) noexcept;
  static void reportRace(void *run, const weft_launch *launch, const weft_access_places *places,
                         const weft_check_site *site, std::uint64_t cell, std::uint64_t offset,
                         std::uint64_t size, std::uint32_t flags, std::uint64_t x, std::uint64_t y,
                         std::uint64_t z) noexcept;
  static std::uint64_t lookUp(void *run, std::uint64_t address, std::uint32_t what) noexcept;

  void track(device::Launch &launch);
  bool isObject(std::size_t argument) const;
  void trackAccesses();
  void trackContents();
  std::uint64_t cellsOfArgument(std::size_t index);
  std::uint64_t cellsOfAllocation(std::uint64_t begin, std::uint64_t bytes) noexcept;
  Object &objectOf(std::uint64_t begin, std::uint64_t bytes);
  /// The cells of so many bytes of a buffer.
  std::uint64_t cellsOf(std::uint64_t bytes) const { return (bytes << 3) >> granule; }

  const LaunchChecks *checks;
  weft_checks forKernel{};
  unsigned granule = 0; ///< log2 of the bytes for one cell
  device::CellPool::LaunchNumber number;
  std::vector<weft_extent> extents;
  std::mutex mutex; ///< for objects whose address a kernel has loaded
  std::vector<Object> objects;
};

} // namespace weft::icd
