// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One execution of a checked launch: what its kernel asks of the driver and, if accesses are
// tracked, their cells. A launch of a command buffer is executed more than once.
#pragma once

#include "device/checks/cell_pool.h"
#include "icd/core/context/allocation_table.h"
#include "icd/core/context/checked/host_ranges.h"
#include "icd/core/enqueue/launch_checks.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace weft::icd {

/// A launch runs again in another order.
struct Repetition {
  std::uint64_t seed = 0;    ///< of what has another order
  bool ordersGroups = false; ///< whoever runs it sees to that
  bool ordersItems = false;  ///< the same
  bool delaysCopies = false;
  weft_bytes watched{0, 0}; ///< whose last write is remembered
};

class CheckedRun {
public:
  /// Prepares the launch, which does not outlive it; does nothing without `checks`, which outlives
  /// it. Objects for whose cells there is no memory are not tracked.
  /// A repetition reports nothing; null for the launch itself.
  CheckedRun(const LaunchChecks *checks, device::Launch &launch,
             const Repetition *repetition = nullptr) noexcept;
  ~CheckedRun();
  CheckedRun(const CheckedRun &) = delete;
  CheckedRun &operator=(const CheckedRun &) = delete;

  /// Of the memory that a repetition watches. When the launch has run.
  const std::optional<WatchedWrite> &lastWrite() const { return lastWritten; }

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

  static void ignore(void *, const weft_check_site *, std::uint64_t, std::uint64_t, std::uint64_t,
                     std::uint64_t, std::uint64_t) noexcept {}
  static void ignoreRace(void *, const weft_launch *, const weft_access_places *,
                         const weft_check_site *, std::uint64_t, std::uint64_t, std::uint64_t,
                         std::uint32_t, std::uint64_t, std::uint64_t, std::uint64_t) noexcept {}
  static std::uint64_t beginCopy(void *run, weft_copies *copies, const weft_check_site *site,
                                 std::uint64_t destination, std::uint64_t source,
                                 const weft_copy_shape *shape, std::uint64_t event,
                                 std::uint32_t flags, std::uint64_t x, std::uint64_t y,
                                 std::uint64_t z) noexcept;
  static void awaitCopy(void *run, weft_copies *copies, const weft_check_site *site,
                        std::uint64_t event, std::uint64_t x, std::uint64_t y,
                        std::uint64_t z) noexcept;
  static void endCopies(void *run, weft_copies *copies) noexcept;
  static void fenceCopies(void *run, weft_copies *copies) noexcept;
  static void touch(void *run, weft_copies *copies, const weft_check_site *site,
                    std::uint64_t address, std::uint64_t bytes, std::uint64_t offset,
                    std::uint64_t size, std::uint64_t x, std::uint64_t y, std::uint64_t z) noexcept;
  static void noteCopy(void *run, const weft_launch *launch, const weft_access_places *places,
                       const weft_check_site *site, std::uint64_t cells, std::uint64_t own,
                       std::uint64_t place, const weft_copied_bytes *bytes, std::uint32_t flags,
                       std::uint64_t x, std::uint64_t y, std::uint64_t z) noexcept;
  static void afterGroup(void *run, unsigned char *localMemory) noexcept;

  void noteWrite(const device::CopySide &written, const weft_check_site &site,
                 const LaunchChecks::Id &id) noexcept;
  std::uint64_t placeBehindLocalMemory(device::Launch &launch);
  void copyExtents();
  void findReleased();
  void track(std::uint32_t flags);
  bool isObject(std::size_t argument) const;
  void trackAccesses();
  void noteAccesses() const noexcept;
  void trackContents(std::uint32_t flags);
  std::uint64_t contentsOfAllocation(const Allocation &allocation);
  std::uint64_t cellsOfArgument(std::size_t index);
  std::uint64_t cellsOfAllocation(std::uint64_t begin, std::uint64_t bytes) noexcept;
  std::uint64_t lookUpContents(const Allocation &allocation) noexcept;
  Object &objectOf(std::uint64_t begin, std::uint64_t bytes);
  void markHostRanges(const Object &object);
  std::optional<HostRange> hostRangeOf(const Race &race) const;
  void tellRace(const Race &race) const noexcept;
  /// The cells of so many bytes of a buffer.
  std::uint64_t cellsOf(std::uint64_t bytes) const { return (bytes << 3) >> granule; }

  const LaunchChecks *checks;
  weft_checks forKernel{};
  bool reportsCopies = false, reportsRaces = false;
  unsigned granule = 0; ///< log2 of the bytes for one cell
  device::CellPool::LaunchNumber number;
  std::vector<weft_extent> extents;
  mutable std::mutex mutex; ///< for objects whose address a kernel has loaded, and watched writes
  std::vector<Object> objects;
  struct HeldContents {
    std::shared_ptr<device::Contents> contents;
    std::uint64_t distance; ///< weft_extent::contents
  };
  std::map<const unsigned char *, HeldContents> contents; ///< of allocations
  std::vector<HostRange> hostRanges;                      ///< in objects
  std::optional<WatchedWrite> lastWritten;
};

} // namespace weft::icd
