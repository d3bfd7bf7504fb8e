// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/allocation_table.h"

#include "device/base/settings.h"
#include "icd/core/context/storage.h"

#include <algorithm>
#include <cassert>

namespace weft::icd {

AllocationTable::~AllocationTable() {
  for (const auto &[address, allocation] : allocations)
    freeStorage(allocation.base, allocation.bytes);
}

void *AllocationTable::allocate(const Context &context, std::size_t bytes, std::size_t alignment,
                                const AllocationPurpose &purpose) {
  assert(bytes && "an allocation has an address of its own");
  std::map<std::uintptr_t, Allocation> added;
  const auto entry = added.emplace(0, Allocation{}).first;
  std::shared_ptr<device::Contents> contents;
  if (!purpose.isSeenWhileWritten() && Settings::ofProcess().checks.has(Check::Uninitialised))
    contents = std::make_shared<device::Contents>(bytes);
  unsigned char *base = allocateStorage(context, bytes, alignment);
  if (!base)
    return nullptr;
  entry->second = {base, bytes, purpose, std::move(contents)};
  if (entry->second.contents)
    hasContents.store(true, std::memory_order_relaxed);
  auto node = added.extract(entry);
  node.key() = reinterpret_cast<std::uintptr_t>(base);
  const std::lock_guard lock(mutex);
  allocations.insert(std::move(node));
  return base;
}

bool AllocationTable::free(void *base, bool isUnified) noexcept {
  std::map<std::uintptr_t, Allocation>::node_type node;
  {
    const std::lock_guard lock(mutex);
    const auto entry = allocations.find(reinterpret_cast<std::uintptr_t>(base));
    if (entry == allocations.end() || entry->second.purpose.isUnified() != isUnified)
      return false;
    node = allocations.extract(entry);
  }
  freeStorage(node.mapped().base, node.mapped().bytes);
  return true;
}

std::optional<Allocation> AllocationTable::find(const void *pointer) const noexcept {
  const std::lock_guard lock(mutex);
  auto behind = allocations.upper_bound(reinterpret_cast<std::uintptr_t>(pointer));
  if (behind == allocations.begin())
    return {};
  const Allocation &before = std::prev(behind)->second;
  if (!before.contains(pointer, 1))
    return {};
  return before;
}

void AllocationTable::noteWrite(const void *pointer, std::size_t bytes) const noexcept {
  const auto allocation =
      hasContents.load(std::memory_order_relaxed) ? find(pointer) : std::nullopt;
  if (allocation && allocation->contents)
    allocation->contents->noteWrite(allocation->bytes - allocation->bytesFrom(pointer),
                                    std::min(bytes, allocation->bytesFrom(pointer)));
}

void AllocationTable::noteWrites() const noexcept {
  if (!hasContents.load(std::memory_order_relaxed))
    return;
  const std::scoped_lock lock(mutex);
  for (const auto &[address, allocation] : allocations)
    if (allocation.contents)
      allocation.contents->noteAll();
}

std::vector<Allocation> AllocationTable::all() const {
  const std::scoped_lock lock(mutex);
  std::vector<Allocation> list;
  list.reserve(allocations.size());
  for (const auto &[address, allocation] : allocations)
    list.push_back(allocation);
  return list;
}

} // namespace weft::icd
