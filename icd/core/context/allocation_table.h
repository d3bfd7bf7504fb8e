// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the host has allocated in a context and knows by its address: shared virtual memory, and
// unified shared memory, which has owners in name alone.
//
// Devices reach all memory of the process, so no command needs the table. It says what may be
// freed, and how much memory lies behind a pointer.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace weft::icd {

class Context;
class Device;

/// What an allocation was asked for as.
struct AllocationPurpose {
  /// By clSVMAlloc, or as one of the three types of cl_intel_unified_shared_memory.
  enum class Type : std::uint8_t { SharedVirtual, Host, Device, Shared };

  Type type = Type::SharedVirtual;
  Device *device = nullptr; ///< the one that it is associated with; the context's, or null
  cl_mem_alloc_flags_intel flags = 0;

  bool isUnified() const { return type != Type::SharedVirtual; }
};

/// One allocation.
struct Allocation {
  unsigned char *base = nullptr;
  std::size_t bytes = 0;
  AllocationPurpose purpose;

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

  /// `bytes`, more than 0, aligned to `alignment`, a power of two or 0, and to
  /// device::bufferAlignment at least. Null when there is no memory. Throws bad_alloc.
  void *allocate(const Context &context, std::size_t bytes, std::size_t alignment,
                 const AllocationPurpose &purpose);
  /// Frees shared virtual memory by its first address; false, with nothing done, when there is
  /// none.
  bool freeSharedVirtual(void *base) noexcept { return free(base, false); }
  bool freeUnified(void *base) noexcept { return free(base, true); }
  /// The allocation that a pointer lies in.
  std::optional<Allocation> find(const void *pointer) const noexcept;

private:
  bool free(void *base, bool isUnified) noexcept;

  mutable std::mutex mutex;
  std::map<std::uintptr_t, Allocation> allocations; ///< by address
};

} // namespace weft::icd
