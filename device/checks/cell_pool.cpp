// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/cell_pool.h"

#include "device/base/numbers.h"
#include "device/base/threads/fork.h"
#include "device/base/threads/once.h"
#include "device/kernel_abi_checks.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <sys/mman.h>

namespace weft::device {

namespace {

constexpr std::uint64_t launchNumbers =
    (1ull << (WEFT_CELL_END - WEFT_CELL_LAUNCH_SHIFT)) - 1; // without 0
constexpr std::uint64_t pageBytes = 4096;
constexpr std::size_t mostUnused = 32;

// Of all pools: a process has one.
constinit std::mutex mutex;

void lock() { mutex.lock(); }
void unlock() { mutex.unlock(); }
const ForkHandler forkHandler(ForkOrder::Checks, lock, unlock, unlock);

} // namespace

CellPool &CellPool::ofProcess() {
  return once([] { return new CellPool; });
}

CellPool::LaunchNumber CellPool::nextLaunch() noexcept {
  const std::scoped_lock locked(mutex);
  const std::uint64_t number = launches++;
  return {(number % launchNumbers + 1) << WEFT_CELL_LAUNCH_SHIFT, number / launchNumbers};
}

CellPool::Region CellPool::take(std::uint64_t bytes, const LaunchNumber &launch) noexcept {
  bytes = roundUp(bytes, pageBytes);
  Region region;
  {
    const std::scoped_lock locked(mutex);
    const auto found = std::ranges::lower_bound(unused, bytes, {}, &Region::bytes);
    if (found != unused.end() && found->bytes / 4 <= bytes) {
      region = *found;
      unused.erase(found);
    }
  }
  if (!region.begin) {
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      return {};
    return {static_cast<unsigned char *>(memory), bytes, launch.cycle};
  }
  // Numbers of the cycle before may be those of this launch.
  if (region.cycle != launch.cycle)
    madvise(region.begin, region.bytes, MADV_DONTNEED);
  region.cycle = launch.cycle;
  return region;
}

void CellPool::giveBack(const Region &region) noexcept {
  if (!region.begin)
    return;
  Region dropped{};
  try {
    const std::scoped_lock locked(mutex);
    unused.insert(std::ranges::lower_bound(unused, region.bytes, {}, &Region::bytes), region);
    if (unused.size() > mostUnused) {
      dropped = unused.front();
      unused.erase(unused.begin());
    }
  } catch (const std::bad_alloc &) {
    dropped = region;
  }
  if (dropped.begin)
    munmap(dropped.begin, dropped.bytes);
}

} // namespace weft::device
