// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one kernel for one local size alone.
//
// Code serves every local size. Where work-groups have few work-items along the lanes, or the
// kernel has loops with barriers, code for one local size is much faster
// (device::gainsFromKnownSize): such a launch has it made when the kernel has run a fair number of
// work-items in groups of that size, for the first few such sizes. It is a program of its own with
// one kernel, built in the background, and kept in the cache as programs are.
#pragma once

#include "device/base/settings.h"
#include "device/launch/launch.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace weft::icd {

class Executable;
class KernelCode;

using LocalSize = std::array<std::uint64_t, 3>;

/// How a kernel of a program is built once more for a local size alone, and whether launches wait
/// for that.
struct SizedBuild {
  /// Null if that fails; empty: sizes get no code of their own.
  std::function<std::shared_ptr<Executable>(const std::string &kernel, const LocalSize &localSize)>
      build;
  TierChoice choice = TierChoice::Auto;
};

/// Of one kernel. Thread-safe.
class SizedCode {
public:
  SizedCode() = default;
  SizedCode(const SizedCode &) = delete;
  SizedCode &operator=(const SizedCode &) = delete;

  /// For a launch of so many work-items on a range that gains from it: has code made for its local
  /// size once that is worth it, and looks for better code of that size. `owner`: the executable
  /// that the kernel of that name belongs to.
  void use(Executable &owner, const char *kernel, const device::NdRange &range,
           std::uint64_t items) noexcept;
  /// The kernel in the program for the range's local size, or null. Takes no lock.
  const KernelCode *find(const device::NdRange &range) const noexcept;

private:
  struct Entry {
    const LocalSize localSize;
    Entry *const next;
    std::shared_ptr<Executable> program;
    std::atomic<KernelCode *> code{nullptr}; ///< in that program
  };
  Entry *entryOf(const LocalSize &localSize) const noexcept;
  Entry *order(TierChoice choice, const LocalSize &localSize, std::uint64_t items);
  static void build(const SizedBuild &how, const char *kernel, Entry &entry) noexcept;

  std::atomic<Entry *> newestEntry{nullptr}; ///< the first of the list, which grows in front
  std::mutex mutex;                          ///< guards what follows
  std::forward_list<Entry> entries;
  std::size_t entryCount = 0;
  std::map<LocalSize, std::uint64_t> usedSizes; ///< work-items of other sizes
};

} // namespace weft::icd
