// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/special_code.h"

#include "icd/core/background.h"
#include "icd/core/program/executable.h"
#include "icd/core/program/kernel_code.h"

#include <algorithm>
#include <new>

namespace weft::icd {
namespace {

/// A kernel has this many variants: auto-tuners try some local sizes, and other programs use few.
/// Work of others is counted for this many.
constexpr std::size_t maxVariants = 16, maxCounted = 64;

} // namespace

/// Null if there is none. Lock-free: entries are never removed.
SpecialCode::Entry *SpecialCode::entryOf(const KernelVariant &variant) const noexcept {
  Entry *entry = newestEntry.load(std::memory_order_acquire);
  while (entry && entry->variant != variant)
    entry = entry->next;
  return entry;
}

const KernelCode *SpecialCode::find(const KernelVariant &variant) const noexcept {
  const Entry *entry = entryOf(variant);
  return entry ? entry->code.load(std::memory_order_acquire) : nullptr;
}

/// Counts work of the variant. Once it justifies code, adds the variant to the list and returns it,
/// unless there are enough. Otherwise null.
SpecialCode::Entry *SpecialCode::order(TierChoice choice, const KernelVariant &variant,
                                       std::uint64_t items) {
  const std::lock_guard lock(mutex);
  if (entryCount == maxVariants || entryOf(variant))
    return nullptr;
  if (choice != TierChoice::Best) {
    if (used.size() == maxCounted && !used.contains(variant))
      used.clear();
    std::uint64_t &itemsRun = used[variant];
    itemsRun += std::min(items, muchWork);
    if (itemsRun < muchWork)
      return nullptr;
  }
  Entry &added = entries.emplace_front(variant, newestEntry.load());
  ++entryCount;
  used.erase(variant);
  newestEntry.store(&added, std::memory_order_release);
  return &added;
}

void SpecialCode::use(Executable &owner, const char *kernel, const KernelVariant &variant,
                      std::uint64_t items) noexcept {
  const KernelBuilder *const how = owner.builder();
  if (!how || how->tiers() == TierChoice::First)
    return;
  if (const Entry *known = entryOf(variant)) {
    if (KernelCode *code = known->code.load(std::memory_order_acquire))
      code->newest(0);
    return;
  }
  try {
    Entry *entry = order(how->tiers(), variant, items);
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
void SpecialCode::build(const KernelBuilder &how, const char *kernel, Entry &entry) noexcept {
  try {
    const std::shared_ptr<Executable> program = how.build(kernel, entry.variant);
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
