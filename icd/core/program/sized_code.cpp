// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/sized_code.h"

#include "icd/core/background.h"
#include "icd/core/program/executable.h"
#include "icd/core/program/kernel_code.h"

#include <algorithm>
#include <new>

namespace weft::icd {
namespace {

/// A kernel gets specialised code for this many local sizes: auto-tuners try some, and other
/// programs use few. Work in other sizes is counted for this many.
constexpr std::size_t maxSizes = 16, maxCountedSizes = 64;

} // namespace

/// The entry of a local size, or null. Lock-free: entries are never removed.
SizedCode::Entry *SizedCode::entryOf(const LocalSize &localSize) const noexcept {
  Entry *entry = newestEntry.load(std::memory_order_acquire);
  while (entry && entry->localSize != localSize)
    entry = entry->next;
  return entry;
}

const KernelCode *SizedCode::find(const device::NdRange &range) const noexcept {
  const Entry *entry = entryOf(range.localSize);
  return entry ? entry->code.load(std::memory_order_acquire) : nullptr;
}

/// Counts work in groups of the size. Once it justifies specialised code, adds the size to the list
/// and returns it, unless there are enough such sizes. Otherwise null.
SizedCode::Entry *SizedCode::order(TierChoice choice, const LocalSize &localSize,
                                   std::uint64_t items) {
  const std::lock_guard lock(mutex);
  if (entryCount == maxSizes || entryOf(localSize))
    return nullptr;
  if (choice != TierChoice::Best) {
    if (usedSizes.size() == maxCountedSizes && !usedSizes.contains(localSize))
      usedSizes.clear();
    std::uint64_t &used = usedSizes[localSize];
    used += std::min(items, muchWork);
    if (used < muchWork)
      return nullptr;
  }
  Entry &added = entries.emplace_front(localSize, newestEntry.load());
  ++entryCount;
  usedSizes.erase(localSize);
  newestEntry.store(&added, std::memory_order_release);
  return &added;
}

void SizedCode::use(Executable &owner, const char *kernel, const device::NdRange &range,
                    std::uint64_t items) noexcept {
  const KernelBuilder *const how = owner.builder();
  if (!how || how->tiers() == TierChoice::First)
    return;
  if (const Entry *known = entryOf(range.localSize)) {
    if (KernelCode *code = known->code.load(std::memory_order_acquire))
      code->newest(0);
    return;
  }
  try {
    Entry *entry = order(how->tiers(), range.localSize, items);
    if (entry && how->tiers() == TierChoice::Best)
      build(*how, kernel, *entry);
    else if (entry)
      static_cast<void>(runInBackground([self = owner.shared_from_this(), kernel, entry] {
        build(*self->builder(), kernel, *entry);
      }));
  } catch (const std::bad_alloc &) {
    // The general code remains in use.
  }
}

/// Once per entry.
void SizedCode::build(const KernelBuilder &how, const char *kernel, Entry &entry) noexcept {
  try {
    const std::shared_ptr<Executable> program = how.build(kernel, entry.localSize);
    KernelCode *code = program ? program->find(kernel) : nullptr;
    if (!code)
      return;
    code->prefer();
    if (how.tiers() == TierChoice::Best)
      code->require(true);
    entry.program = program;
    entry.code.store(code, std::memory_order_release);
  } catch (const std::bad_alloc &) {
    // The general code remains in use.
  }
}

} // namespace weft::icd
