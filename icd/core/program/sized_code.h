// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one kernel for one local size alone.
//
// General code serves every local size. If work-groups have few work-items along the lanes, or the
// kernel has loops with barriers, code for one local size is much faster
// (device::gainsFromKnownSize): such launches request it once the kernel has run a fair number of
// work-items in groups of that size, for the first few such sizes (kernel_builder.h).
#pragma once

#include "device/launch/launch.h"
#include "icd/core/program/kernel_builder.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <map>
#include <memory>
#include <mutex>

namespace weft::icd {

class Executable;
class KernelCode;

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
  static void build(const KernelBuilder &how, const char *kernel, Entry &entry) noexcept;

  std::atomic<Entry *> newestEntry{nullptr}; ///< the list's head, where entries are added
  std::mutex mutex;                          ///< guards what follows
  std::forward_list<Entry> entries;
  std::size_t entryCount = 0;
  std::map<LocalSize, std::uint64_t> usedSizes; ///< work-items of other sizes
};

} // namespace weft::icd
