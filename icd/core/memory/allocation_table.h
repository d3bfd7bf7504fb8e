// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the host has allocated in a context and knows by its address: shared virtual memory.
//
// Devices reach all memory of the process, so no command needs the table. It says what may be
// freed, and how much memory lies behind a pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace weft::icd {

class Context;

/// One allocation.
struct Allocation {
  unsigned char *base = nullptr;
  std::size_t bytes = 0;

  bool contains(const void *pointer, std::size_t count) const {
    const std::size_t offset =
        reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(base);
    return offset <= bytes && count <= bytes - offset;
  }
  /// Bytes from a pointer into the allocation to its end.
  std::size_t bytesFrom(const void *pointer) const {
    return bytes -
           (reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(base));
  }
};

/// Thread-safe.
class AllocationTable {
public:
  AllocationTable() = default;
  AllocationTable(const AllocationTable &) = delete;
  AllocationTable &operator=(const AllocationTable &) = delete;
  /// Frees what the host has not.
  ~AllocationTable();

  /// `bytes`, more than 0, aligned to device::bufferAlignment. Null when there is no memory. Throws
  /// bad_alloc.
  void *allocate(const Context &context, std::size_t bytes);
  /// Frees an allocation by its first address; false, with nothing done, when there is none.
  bool free(void *base) noexcept;
  /// The allocation that a pointer lies in.
  std::optional<Allocation> find(const void *pointer) const noexcept;

private:
  mutable std::mutex mutex;
  std::map<std::uintptr_t, Allocation> allocations; ///< by address
};

} // namespace weft::icd
