// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/checked/read_maps.h"

#include "icd/api/checked/call_checks.h"
#include "icd/core/fork_local.h"
#include "icd/core/memory/memory.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace weft::icd {
namespace {

/// Any change of a few words changes it.
std::uint64_t checksumOf(const void *data, std::size_t bytes) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  const auto *next = static_cast<const unsigned char *>(data);
  std::uint64_t sum = bytes;
  for (; bytes >= sizeof sum; bytes -= sizeof sum, next += sizeof sum) {
    std::uint64_t word;
    std::memcpy(&word, next, sizeof word);
    sum = ((sum ^ word) * factor) ^ (sum >> 29);
  }
  for (; bytes > 0; --bytes, ++next)
    sum = (sum ^ *next) * factor;
  return sum;
}

struct ReadMap {
  std::uint64_t number;
  std::size_t bytes;
  std::optional<std::uint64_t> checksum; ///< none before the map is complete
};

struct ReadMaps {
  std::mutex mutex;
  std::multimap<std::pair<cl_mem, const void *>, ReadMap> maps; ///< guarded by `mutex`
  std::uint64_t lastNumber = 0;
};

ReadMaps &readMaps() { return forkLocal<ReadMaps>(); }

struct MapNumber {
  cl_mem buffer;
  const void *pointer;
  std::uint64_t number;
};

/// The map is complete. A native kernel.
void CL_CALLBACK takeChecksum(void *argument) {
  const auto &map = *static_cast<const MapNumber *>(argument);
  ReadMaps &all = readMaps();
  const std::lock_guard lock(all.mutex);
  const auto [first, last] = all.maps.equal_range({map.buffer, map.pointer});
  for (auto entry = first; entry != last; ++entry)
    if (entry->second.number == map.number)
      entry->second.checksum = checksumOf(map.pointer, entry->second.bytes);
}

void forgetReadMaps(cl_mem buffer) {
  ReadMaps &all = readMaps();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.maps, [&](const auto &entry) { return entry.first.first == buffer; });
}

} // namespace

void noteMap(const MapCall &call) noexcept try {
  const Memory *memory = Memory::fromHandle(call.buffer);
  // The host may write to fine-grained memory at any time.
  if (!memory || memory->isSharedVirtualMemory())
    return;
  if (call.flags != CL_MAP_READ)
    return forgetReadMaps(call.buffer);
  ReadMaps &all = readMaps();
  MapNumber map{call.buffer, call.pointer, 0};
  {
    const std::lock_guard lock(all.mutex);
    map.number = ++all.lastNumber;
    all.maps.emplace(std::pair(call.buffer, call.pointer),
                     ReadMap{map.number, call.bytes, std::nullopt});
  }
  if (call.isBlocking)
    takeChecksum(&map);
  else
    dispatchTable.known.clEnqueueNativeKernel(call.queue, &takeChecksum, &map, sizeof map, 0,
                                              nullptr, nullptr, 1, &call.mapped, nullptr);
} catch (const std::bad_alloc &) {
  return;
}

void checkReadMap(cl_mem buffer, const void *pointer) noexcept try {
  ReadMaps &all = readMaps();
  std::optional<ReadMap> map;
  {
    const std::lock_guard lock(all.mutex);
    const auto found = all.maps.find({buffer, pointer});
    if (found != all.maps.end()) {
      map = found->second;
      all.maps.erase(found);
    }
  }
  if (map && map->checksum && *map->checksum != checksumOf(pointer, map->bytes))
    reportMistake({"clEnqueueUnmapMemObject", contextOf(buffer, ObjectType::Memory)},
                  "the buffer was mapped with CL_MAP_READ alone, and written");
} catch (const std::bad_alloc &) {
  return;
}

} // namespace weft::icd
