// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions of a buffer are mapped, through which of the memory objects that are windows on it.
//
// Mappings for writing never overlap, so where the nearest one before a region's end begins tells
// whether any meets the region. All that is asked of the table takes logarithmic time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace weft::icd {

/// Not thread-safe. Offsets count bytes from the start of the root buffer.
class MappingTable {
public:
  /// Adds the mapping [first, last), which is not empty, and gives its number. 0, with nothing
  /// added, when it is for writing and overlaps another one that is. Throws bad_alloc.
  std::uint64_t add(const void *object, std::size_t first, std::size_t last, bool forWriting);
  /// Removes the oldest mapping of the object that begins there; false when there is none.
  bool removeOldest(const void *object, std::size_t first) noexcept;
  /// Removes a mapping by its number; false when it is gone already.
  bool remove(const void *object, std::size_t first, std::uint64_t number) noexcept;
  /// Removes what is left of an object's mappings, in time linear in their number and all others'.
  void removeAll(const void *object) noexcept;

private:
  struct Mapping {
    std::uint64_t number;
    bool forWriting;
  };
  using Mappings = std::multimap<std::pair<std::size_t, const void *>, Mapping>;

  Mappings::iterator erase(Mappings::iterator mapping) noexcept;

  Mappings mappings; ///< by first byte and object; equal ones in order of arrival
  std::map<std::size_t, std::size_t> writers; ///< last byte's successor, by first byte
  std::uint64_t lastNumber = 0;
};

} // namespace weft::icd
