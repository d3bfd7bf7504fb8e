// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one kernel for some launches alone: of one local size, or with ids of 2^31 and more.
//
// General code serves every launch, those with such ids without lanes. If work-groups have few
// work-items along the lanes, or the kernel has loops with barriers, code for one local size is
// much faster (device::gainsFromKnownSize): such launches request it once the kernel has run a fair
// number of work-items in groups of that size, for the first few such sizes (kernel_builder.h).
// Lanes that count beyond 2^31 need 64 bits (device::needsWideIds).
//
// Memory order. An entry is released as the new head of the list and never changes, except for its
// code, which is released when it has been built: who walks the list acquires both.
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
class SpecialCode {
public:
  SpecialCode() = default;
  SpecialCode(const SpecialCode &) = delete;
  SpecialCode &operator=(const SpecialCode &) = delete;

  /// For a launch of this many work-items that gains from a variant: requests its code once that
  /// pays, and polls for better code of it. `owner`: the executable that contains the kernel of
  /// that name.
  void use(Executable &owner, const char *kernel, const KernelVariant &variant,
           std::uint64_t items) noexcept;
  /// The kernel of the variant's program, or null. Lock-free.
  const KernelCode *find(const KernelVariant &variant) const noexcept;

private:
  struct Entry {
    const KernelVariant variant;
    Entry *const next;
    std::shared_ptr<Executable> program;
    std::atomic<KernelCode *> code{nullptr}; ///< in that program
  };
  Entry *entryOf(const KernelVariant &variant) const noexcept;
  Entry *order(TierChoice choice, const KernelVariant &variant, std::uint64_t items);
  static void build(const KernelBuilder &how, const char *kernel, Entry &entry) noexcept;

  std::atomic<Entry *> newestEntry{nullptr}; ///< the list's head, where entries are added
  std::mutex mutex;                          ///< guards what follows
  std::forward_list<Entry> entries;
  std::size_t entryCount = 0;
  std::map<KernelVariant, std::uint64_t> used; ///< work-items of other variants
};

} // namespace weft::icd
