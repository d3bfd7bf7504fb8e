// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/checked/released_storage.h"

#include "device/base/numbers.h"
#include "device/base/settings.h"
#include "device/machine/memory.h"
#include "icd/core/fork_local.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace weft::icd {
namespace {

constexpr std::size_t mostBlocks = 1024;
/// Of addresses.
constexpr std::size_t mostBytes = std::size_t{64} << 30;

/// Gives back the pages that lie inside of a block. They read as zeros.
void dropPages(const ReleasedBlock &block) noexcept {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(block.begin);
  const std::uintptr_t first = roundUp(begin, page), end = (begin + block.bytes) / page * page;
  if (first < end)
    ::madvise(block.begin + (first - begin), end - first, MADV_DONTNEED);
}

std::uintptr_t distanceOf(const ReleasedBlock &block, std::uintptr_t address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(block.begin);
  return block.contains(address) ? 0
         : address < begin       ? begin - address
                                 : address - (begin + block.bytes) + 1;
}

} // namespace

ReleasedStorage *ReleasedStorage::ofProcess() noexcept try {
  const CheckSet checks = Settings::ofProcess().checks & CheckSet::ofKernels();
  return checks.isEmpty() ? nullptr : &forkLocal<ReleasedStorage>();
} catch (const std::bad_alloc &) {
  return nullptr;
}

bool ReleasedStorage::add(unsigned char *begin, std::size_t size, const char *kind) noexcept try {
  std::list<ReleasedBlock> added, dropped;
  dropPages(added.emplace_back(begin, size, kind, nullptr));
  {
    const std::scoped_lock lock(mutex);
    if (auto known = live.extract(begin))
      added.back().calls = std::move(known.mapped());
    bytes += size;
    blocks.splice(blocks.end(), added);
    while (blocks.size() > mostBlocks || bytes > mostBytes) {
      bytes -= blocks.front().bytes;
      dropped.splice(dropped.end(), blocks, blocks.begin());
    }
  }
  for (const ReleasedBlock &old : dropped)
    device::freeBuffer(old.begin, old.bytes);
  return true;
} catch (const std::bad_alloc &) {
  return false;
}

void ReleasedStorage::noteCreation(const void *begin, const device::HostCall &call) {
  auto calls = std::make_shared<BlockCalls>(call, device::HostCall());
  const std::scoped_lock lock(mutex);
  live.insert_or_assign(begin, std::move(calls));
}

void ReleasedStorage::noteRelease(const void *begin, const device::HostCall &call) noexcept {
  const std::scoped_lock lock(mutex);
  if (const auto known = live.find(begin); known != live.end())
    known->second->released = call;
}

std::optional<ReleasedBlock> ReleasedStorage::find(std::uintptr_t address, bool orNearest) const {
  const std::scoped_lock lock(mutex);
  const auto nearest = std::ranges::min_element(
      blocks, {}, [&](const ReleasedBlock &block) { return distanceOf(block, address); });
  if (nearest == blocks.end() || !(orNearest || nearest->contains(address)))
    return std::nullopt;
  return *nearest;
}

bool ReleasedStorage::isEmpty() const noexcept {
  const std::scoped_lock lock(mutex);
  return blocks.empty();
}

bool ReleasedStorage::clear() noexcept {
  std::list<ReleasedBlock> all;
  {
    const std::scoped_lock lock(mutex);
    all.swap(blocks);
    bytes = 0;
  }
  for (const ReleasedBlock &block : all)
    device::freeBuffer(block.begin, block.bytes);
  return !all.empty();
}

void noteAllocatingCall(const void *memory, const char *name) noexcept try {
  ReleasedStorage *released = memory ? ReleasedStorage::ofProcess() : nullptr;
  if (released)
    released->noteCreation(memory, device::HostCall::ofCaller(name));
} catch (const std::bad_alloc &) {
  return;
}

void noteFreeingCall(const void *memory, const char *name) noexcept {
  if (ReleasedStorage *released = memory ? ReleasedStorage::ofProcess() : nullptr)
    released->noteRelease(memory, device::HostCall::ofCaller(name));
}

} // namespace weft::icd
