// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/checked/read_maps.h"

#include "device/base/settings.h"
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

/// Identifies a map whose command is pending.
struct PendingMap {
  cl_mem buffer;
  const void *pointer;
  std::uint64_t number;
};

void CL_CALLBACK takeChecksum(cl_event, cl_int status, void *data) {
  const auto *pending = static_cast<PendingMap *>(data);
  {
    ReadMaps &all = readMaps();
    const std::lock_guard lock(all.mutex);
    const auto [first, last] = all.maps.equal_range({pending->buffer, pending->pointer});
    for (auto map = first; status == CL_COMPLETE && map != last; ++map)
      if (map->second.number == pending->number)
        map->second.checksum = checksumOf(pending->pointer, map->second.bytes);
  }
  delete pending;
}

void forgetReadMaps(cl_mem buffer) {
  ReadMaps &all = readMaps();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.maps, [&](const auto &entry) { return entry.first.first == buffer; });
}

} // namespace

void noteMap(cl_mem buffer, cl_map_flags flags, const void *pointer, std::size_t bytes,
             cl_event mapped) noexcept try {
  const Memory *memory = Memory::fromHandle(buffer);
  // The host may write to fine-grained memory at any time.
  if (!memory || memory->isSharedVirtualMemory() || !Settings::ofProcess().checks.has(Check::Api))
    return;
  if (flags != CL_MAP_READ)
    return forgetReadMaps(buffer);
  ReadMaps &all = readMaps();
  auto *pending = new PendingMap{buffer, pointer, 0};
  {
    const std::lock_guard lock(all.mutex);
    pending->number = ++all.lastNumber;
    all.maps.emplace(std::pair(buffer, pointer), ReadMap{pending->number, bytes, std::nullopt});
  }
  dispatchTable.known.clSetEventCallback(mapped, CL_COMPLETE, &takeChecksum, pending);
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
    reportMistake("clEnqueueUnmapMemObject",
                  "the buffer was mapped with CL_MAP_READ alone, and written");
} catch (const std::bad_alloc &) {
  return;
}

} // namespace weft::icd
