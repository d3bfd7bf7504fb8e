// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/mapping_table.h"

#include <iterator>

namespace weft::icd {

std::uint64_t MappingTable::add(const void *object, std::size_t first, std::size_t last,
                                bool forWriting) {
  if (forWriting) {
    const auto behind = writers.lower_bound(last);
    if (behind != writers.begin() && std::prev(behind)->second > first)
      return 0;
  }
  const auto added = mappings.emplace(std::pair(first, object), Mapping{++lastNumber, forWriting});
  if (forWriting)
    try {
      writers.emplace(first, last);
    } catch (...) {
      mappings.erase(added);
      throw;
    }
  return lastNumber;
}

MappingTable::Mappings::iterator MappingTable::erase(Mappings::iterator mapping) noexcept {
  if (mapping->second.forWriting)
    writers.erase(mapping->first.first);
  return mappings.erase(mapping);
}

bool MappingTable::removeOldest(const void *object, std::size_t first) noexcept {
  const auto found = mappings.lower_bound({first, object});
  if (found == mappings.end() || found->first != std::pair(first, object))
    return false;
  erase(found);
  return true;
}

bool MappingTable::remove(const void *object, std::size_t first, std::uint64_t number) noexcept {
  const auto [begin, end] = mappings.equal_range({first, object});
  for (auto mapping = begin; mapping != end; ++mapping)
    if (mapping->second.number == number) {
      erase(mapping);
      return true;
    }
  return false;
}

void MappingTable::removeAll(const void *object) noexcept {
  for (auto mapping = mappings.begin(); mapping != mappings.end();)
    mapping = mapping->first.second == object ? erase(mapping) : std::next(mapping);
}

} // namespace weft::icd
