// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one kernel for one local size alone.
//
// General code serves every local size. If work-groups have few work-items along the lanes, or the
// kernel has loops with barriers, code for one local size is much faster
// (device::gainsFromKnownSize): such launches request it once the kernel has run a fair number of
// work-items in groups of that size, for the first few such sizes. It is a separate program with
// one kernel, built in the background, and cached like any program.
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

/// How a kernel of a program is rebuilt for a single local size, and whether launches wait for
/// that.
struct SizedBuild {
  /// Null if that fails; empty: no size gets specialised code.
  std::function<std::shared_ptr<Executable>(const std::string &kernel, const LocalSize &localSize)>
      build;
  TierChoice choice = TierChoice::Auto;
};

/// For one kernel. Thread-safe.
class SizedCode {
public:
  SizedCode() = default;
  SizedCode(const SizedCode &) = delete;
  SizedCode &operator=(const SizedCode &) = delete;

  /// For a launch of this many work-items on a range that gains from it: requests code for its
  /// local size once that pays, and polls for better code of that size. `owner`: the executable
  /// that contains the kernel of that name.
  void use(Executable &owner, const char *kernel, const device::NdRange &range,
           std::uint64_t items) noexcept;
  /// The program's kernel for the range's local size, or null. Lock-free.
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

  std::atomic<Entry *> newestEntry{nullptr}; ///< the list's head, where entries are added
  std::mutex mutex;                          ///< guards what follows
  std::forward_list<Entry> entries;
  std::size_t entryCount = 0;
  std::map<LocalSize, std::uint64_t> usedSizes; ///< work-items of other sizes
};

} // namespace weft::icd
