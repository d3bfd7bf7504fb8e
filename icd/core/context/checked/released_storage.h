// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that the host has released, in a process whose kernels are checked (WEFT_CHECK). A kernel
// that still has its address is told so, and nobody else gets the memory for a while, which would
// make the address a valid one.
//
// The last blocks are kept. Whole pages go back to the system at once, and the addresses when there
// are too many blocks or the system has no more memory. So a kept block costs 8 KiB of memory at
// most, and a release one call of the system if the block has a page.
#pragma once

#include "device/checks/call_site.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace weft::icd {

/// Which calls of the host made a block, and released it, as far as they are known.
struct BlockCalls {
  device::HostCall created, released;
};

struct ReleasedBlock {
  unsigned char *begin = nullptr;
  std::size_t bytes = 0;
  const char *kind = "";                   ///< "a buffer"
  std::shared_ptr<const BlockCalls> calls; ///< null if none is known

  bool contains(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(begin) < bytes;
  }
};

/// Thread-safe.
class ReleasedStorage {
public:
  /// The process's; null if it does not check kernels.
  static ReleasedStorage *ofProcess() noexcept;

  ReleasedStorage() = default;
  ReleasedStorage(const ReleasedStorage &) = delete;
  ReleasedStorage &operator=(const ReleasedStorage &) = delete;

  /// Takes a result of device::allocateBuffer. False if it cannot be kept.
  bool add(unsigned char *begin, std::size_t bytes, const char *kind) noexcept;
  /// The call that has made a block, and the one that is going to release it.
  /// Throws bad_alloc.
  void noteCreation(const void *begin, const device::HostCall &call);
  void noteRelease(const void *begin, const device::HostCall &call) noexcept;
  /// The block that contains an address; without one the nearest, if `orNearest`.
  std::optional<ReleasedBlock> find(std::uintptr_t address, bool orNearest = false) const;
  /// Whether add() has ever been called, and so find() may be worth its time.
  bool isEmpty() const noexcept;
  /// Frees all blocks; false if there were none.
  bool clear() noexcept;

private:
  mutable std::mutex mutex;
  std::map<const void *, std::shared_ptr<BlockCalls>> live; ///< of blocks not yet released
  std::list<ReleasedBlock> blocks;                          ///< the oldest first
  std::size_t bytes = 0;
};

/// The host's call of this name, a literal, has allocated memory, or is going to free it: for the
/// process's released storage, if there is one. Without memory they are left out.
void noteAllocatingCall(const void *memory, const char *name) noexcept;
void noteFreeingCall(const void *memory, const char *name) noexcept;

} // namespace weft::icd
