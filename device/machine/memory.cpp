// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/machine/memory.h"

#include "device/base/numbers.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace weft::device {
namespace {

constexpr std::size_t pageBytes = 4096;
constexpr std::size_t hugePageBytes = std::size_t{2} << 20;
/// From this size on, memory comes directly from the system, with huge pages advised.
constexpr std::size_t mappedFrom = 2 * hugePageBytes;
/// From this size on, a buffer starts at an offset in its page.
constexpr std::size_t offsetFrom = 16 * pageBytes;
constexpr std::size_t largest = SIZE_MAX / 4;

// Kernels traverse several large buffers at once, often at one index. CPUs mistake a load for one
// from an earlier store while they know only the lowest twelve bits of both addresses, and lines at
// the same page offset share a few cache sets. So buffers created one after another start at eight
// different page offsets, neighbours far apart.
std::size_t nextOffset() {
  constexpr std::size_t step = 3 * pageBytes / 8;
  static_assert(step % bufferAlignment == 0);
  static std::atomic<unsigned> next{0};
  return next.fetch_add(1, std::memory_order_relaxed) * step % pageBytes;
}

/// The allocation for a buffer: one size whatever the offset, since the C library does not reuse
/// freed memory of another size.
std::size_t sizeFor(std::size_t bytes) {
  return bytes >= offsetFrom ? roundUp(bytes, pageBytes) + pageBytes
                             : roundUp(bytes ? bytes : 1, bufferAlignment);
}

unsigned char *mapAligned(std::size_t size, std::size_t alignment) {
  void *raw =
      mmap(nullptr, size + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  auto *begin = static_cast<unsigned char *>(raw);
  const std::size_t head =
      (alignment - reinterpret_cast<std::uintptr_t>(raw) % alignment) % alignment;
  if (head)
    munmap(begin, head);
  if (const std::size_t tail = alignment - head)
    munmap(begin + head + size, tail);
  madvise(begin + head, size, MADV_HUGEPAGE);
  return begin + head;
}

// Not std::aligned_alloc, which accepts only multiples of the alignment.
unsigned char *heapAligned(std::size_t size, std::size_t alignment) noexcept {
  void *memory = nullptr;
  return posix_memalign(&memory, alignment, size) == 0 ? static_cast<unsigned char *>(memory)
                                                       : nullptr;
}

} // namespace

void *allocateBuffer(std::size_t bytes, std::size_t alignment) noexcept {
  if (bytes > largest || alignment > largest)
    return nullptr;
  const bool isLarge = bytes >= offsetFrom;
  const std::size_t offset = isLarge && alignment <= bufferAlignment ? nextOffset() : 0;
  // The page offset tells freeBuffer the offset.
  const std::size_t least = std::max(alignment, isLarge ? pageBytes : bufferAlignment);
  const std::size_t size = sizeFor(bytes);
  auto *memory = bytes >= mappedFrom ? mapAligned(size, std::max(least, hugePageBytes))
                                     : heapAligned(size, least);
  if (!memory)
    return nullptr;
  if (bytes < mappedFrom)
    std::memset(memory, 0, size);
  return memory + offset;
}

void freeBuffer(void *memory, std::size_t bytes) noexcept {
  if (!memory)
    return;
  const std::size_t offset =
      bytes >= offsetFrom ? reinterpret_cast<std::uintptr_t>(memory) % pageBytes : 0;
  unsigned char *begin = static_cast<unsigned char *>(memory) - offset;
  if (bytes >= mappedFrom)
    munmap(begin, sizeFor(bytes));
  else
    std::free(begin);
}

} // namespace weft::device
