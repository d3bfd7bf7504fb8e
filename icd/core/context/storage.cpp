// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/storage.h"

#include "icd/core/context/checked/command_races.h"
#include "icd/core/context/checked/host_ranges.h"
#include "icd/core/context/checked/released_storage.h"
#include "icd/core/context/context.h"
#include "icd/core/platform/device.h"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace weft::icd {
namespace {

/// The total held by the process.
std::atomic<std::uint64_t> reservedBytes{0};

bool reserve(std::uint64_t bytes, std::uint64_t bound) {
  std::uint64_t held = reservedBytes.load(std::memory_order_relaxed);
  do {
    if (bytes > bound || held > bound - bytes)
      return false;
  } while (!reservedBytes.compare_exchange_weak(held, held + bytes, std::memory_order_relaxed));
  return true;
}

std::uint64_t globalMemoryBytes(const Context &context) {
  std::uint64_t most = 0;
  for (std::size_t index = 0; index < context.deviceCount(); ++index)
    most = std::max<std::uint64_t>(most, context.device(index).globalMemoryBytes());
  return most;
}

} // namespace

unsigned char *allocateStorage(const Context &context, std::size_t bytes,
                               std::size_t alignment) noexcept {
  if (!reserve(bytes, globalMemoryBytes(context)))
    return nullptr;
  auto *storage = static_cast<unsigned char *>(device::allocateBuffer(bytes, alignment));
  if (ReleasedStorage *released = storage ? nullptr : ReleasedStorage::ofProcess())
    if (released->clear())
      storage = static_cast<unsigned char *>(device::allocateBuffer(bytes, alignment));
  if (!storage)
    reservedBytes.fetch_sub(bytes, std::memory_order_relaxed);
  return storage;
}

void freeStorage(unsigned char *storage, std::size_t bytes, const char *kind) noexcept {
  if (HostRanges *ranges = HostRanges::ofProcess())
    ranges->forget(reinterpret_cast<std::uintptr_t>(storage), bytes);
  if (CommandRaces *races = CommandRaces::ofProcess())
    races->forget(reinterpret_cast<std::uintptr_t>(storage), bytes);
  ReleasedStorage *released = ReleasedStorage::ofProcess();
  if (!released || !released->add(storage, bytes, kind))
    device::freeBuffer(storage, bytes);
  reservedBytes.fetch_sub(bytes, std::memory_order_relaxed);
}

} // namespace weft::icd
