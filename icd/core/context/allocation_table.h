// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's allocations in a context that are identified by address: shared virtual memory, and
// unified shared memory, whose owners are only nominal.
//
// Devices reach all memory of the process, so commands do not need the table. It records what may
// be freed, and the size of the memory at a pointer.
#pragma once

#include "device/checks/contents.h"

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace weft::icd {

class Context;
class Device;

/// The kind of memory that was requested.
struct AllocationPurpose {
  /// By clSVMAlloc, or as one of the three types of cl_intel_unified_shared_memory.
  enum class Type : std::uint8_t { SharedVirtual, Host, Device, Shared };

  Type type = Type::SharedVirtual;
  Device *device = nullptr; ///< the associated one; the context's, or null
  cl_mem_alloc_flags_intel flags = 0;

  /// Of shared virtual memory: without maps.
  bool isFineGrained = false;

  bool isUnified() const { return type != Type::SharedVirtual; }
  /// Whether the host may access it while commands do.
  bool isSeenWhileWritten() const {
    return isFineGrained || type == Type::Host || type == Type::Shared;
  }
};

/// One allocation.
struct Allocation {
  unsigned char *base = nullptr;
  std::size_t bytes = 0;
  AllocationPurpose purpose;
  /// In checked mode, which bytes are initialised; null if all are, as where the host may write
  /// without telling.
  std::shared_ptr<device::Contents> contents;

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
  /// Frees all remaining allocations.
  ~AllocationTable();

  /// `bytes`, more than 0, aligned to `alignment`, a power of two or 0, and at least to
  /// device::bufferAlignment. Null if out of memory. Throws bad_alloc.
  void *allocate(const Context &context, std::size_t bytes, std::size_t alignment,
                 const AllocationPurpose &purpose);
  /// Frees shared virtual memory by its first address; false, with no effect, if there is none.
  bool freeSharedVirtual(void *base) noexcept { return free(base, false); }
  bool freeUnified(void *base) noexcept { return free(base, true); }
  /// The allocation that contains a pointer.
  std::optional<Allocation> find(const void *pointer) const noexcept;
  /// Throws bad_alloc.
  std::vector<Allocation> all() const;
  /// A command or the host writes so many bytes from a pointer on, which need not be in an
  /// allocation; and what does not tell may write all allocations.
  void noteWrite(const void *pointer, std::size_t bytes) const noexcept;
  void noteWrites() const noexcept;

private:
  bool free(void *base, bool isUnified) noexcept;

  mutable std::mutex mutex;
  std::map<std::uintptr_t, Allocation> allocations; ///< by address
  std::atomic<bool> hasContents{false};             ///< whether one has ever had any
};

} // namespace weft::icd
