// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions of a memory object are mapped, and through which of its windows.
//
// Mappings for writing never overlap, so the nearest one before a region's end determines whether
// any overlaps the region. All queries take logarithmic time unless mappings for writing cover
// parts of an image's rows: these are compared one by one.
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
  /// Adds a mapping and returns its number. 0, without effect, if it is for writing and overlaps
  /// another one for writing. Throws bad_alloc.
  std::uint64_t add(const void *object, const Footprint &bytes, bool forWriting);
  /// Removes the oldest mapping of the object that begins there; false if there is none.
  bool removeOldest(const void *object, std::size_t first) noexcept;
  /// Removes a mapping by number; false if already removed.
  bool remove(const void *object, std::size_t first, std::uint64_t number) noexcept;
  /// Removes an object's remaining mappings, in time linear in their number and all others'.
  void removeAll(const void *object) noexcept;

private:
  enum class Kind : std::uint8_t { Reading, WritingRange, WritingRows };
  struct Mapping {
    std::uint64_t number;
    Kind kind;
  };
  using Mappings = std::multimap<std::pair<std::size_t, const void *>, Mapping>;

  bool overlapsWriter(const Footprint &bytes) const;
  Mappings::iterator erase(Mappings::iterator mapping) noexcept;

  Mappings mappings; ///< by first byte and object; equal ones in order of arrival
  std::map<std::size_t, std::size_t> rangeWriters; ///< last byte's successor, by first byte
  std::map<std::uint64_t, Footprint> rowWriters;   ///< by number
  std::uint64_t lastNumber = 0;
};

} // namespace weft::icd
