// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions of a memory object are mapped, through which of the objects that are windows on it.
//
// Mappings for writing never overlap, so where the nearest one before a region's end begins tells
// whether any meets the region. All that is asked of the table takes logarithmic time, as long as
// no mapping for writing is of parts of an image's rows: these are compared one by one.
#pragma once

#include "icd/core/memory/rectangle.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace weft::icd {

/// Not thread-safe. Offsets count bytes from the start of the root object.
class MappingTable {
public:
  /// Adds a mapping and gives its number. 0, with nothing added, when it is for writing and
  /// overlaps another one that is. Throws bad_alloc.
  std::uint64_t add(const void *object, const Footprint &bytes, bool forWriting);
  /// Removes the oldest mapping of the object that begins there; false when there is none.
  bool removeOldest(const void *object, std::size_t first) noexcept;
  /// Removes a mapping by its number; false when it is gone already.
  bool remove(const void *object, std::size_t first, std::uint64_t number) noexcept;
  /// Removes what is left of an object's mappings, in time linear in their number and all others'.
  void removeAll(const void *object) noexcept;

private:
  enum class Kind : std::uint8_t { Reading, WritingRange, WritingRows };
  struct Mapping {
    std::uint64_t number;
    Kind kind;
  };
  using Mappings = std::multimap<std::pair<std::size_t, const void *>, Mapping>;

  bool meetsWriter(const Footprint &bytes) const;
  Mappings::iterator erase(Mappings::iterator mapping) noexcept;

  Mappings mappings; ///< by first byte and object; equal ones in order of arrival
  std::map<std::size_t, std::size_t> rangeWriters; ///< last byte's successor, by first byte
  std::map<std::uint64_t, Footprint> rowWriters;   ///< by number
  std::uint64_t lastNumber = 0;
};

} // namespace weft::icd
