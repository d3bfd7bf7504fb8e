// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/mapping_table.h"

#include <iterator>

namespace weft::icd {

bool MappingTable::overlapsWriter(const Footprint &bytes) const {
  for (auto behind = rangeWriters.lower_bound(bytes.last()); behind != rangeWriters.begin();) {
    --behind;
    if (behind->second <= bytes.first())
      break;
    if (bytes.overlaps(Footprint(behind->first, behind->second - behind->first)))
      return true;
  }
  for (const auto &[number, rows] : rowWriters)
    if (bytes.overlaps(rows))
      return true;
  return false;
}

std::uint64_t MappingTable::add(const void *object, const Footprint &bytes, bool forWriting) {
  if (forWriting && overlapsWriter(bytes))
    return 0;
  const Kind kind = !forWriting            ? Kind::Reading
                    : bytes.isContiguous() ? Kind::WritingRange
                                           : Kind::WritingRows;
  const std::uint64_t number = ++lastNumber;
  const auto added = mappings.emplace(std::pair(bytes.first(), object), Mapping{number, kind});
  try {
    if (kind == Kind::WritingRange)
      rangeWriters.emplace(bytes.first(), bytes.last());
    else if (kind == Kind::WritingRows)
      rowWriters.emplace(number, bytes);
  } catch (...) {
    mappings.erase(added);
    throw;
  }
  return number;
}

MappingTable::Mappings::iterator MappingTable::erase(Mappings::iterator mapping) noexcept {
  if (mapping->second.kind == Kind::WritingRange)
    rangeWriters.erase(mapping->first.first);
  else if (mapping->second.kind == Kind::WritingRows)
    rowWriters.erase(mapping->second.number);
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
