// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/allocation_table.h"

#include "icd/core/context/storage.h"

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
  unsigned char *base = allocateStorage(context, bytes, alignment);
  if (!base)
    return nullptr;
  entry->second = {base, bytes, purpose};
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

std::vector<Allocation> AllocationTable::all() const {
  const std::scoped_lock lock(mutex);
  std::vector<Allocation> list;
  list.reserve(allocations.size());
  for (const auto &[address, allocation] : allocations)
    list.push_back(allocation);
  return list;
}

} // namespace weft::icd
