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
/// From this size on, memory comes from the system, and huge pages are advised.
constexpr std::size_t mappedFrom = 2 * hugePageBytes;
/// From this size on, a buffer begins at an offset in its page.
constexpr std::size_t offsetFrom = 16 * pageBytes;
constexpr std::size_t largest = SIZE_MAX / 4;

// Kernels go through several large buffers at once, often at one index. Processors take a load for
// one of what an earlier store wrote while they know the lowest twelve bits of both addresses
// only, and the lines at one place of many pages share a few places in a cache. So buffers that are
// made one after the other begin at eight different places of a page, neighbours far apart.
std::size_t nextOffset() {
  constexpr std::size_t step = 3 * pageBytes / 8;
  static_assert(step % bufferAlignment == 0);
  static std::atomic<unsigned> next{0};
  return next.fetch_add(1, std::memory_order_relaxed) * step % pageBytes;
}

/// What is allocated for a buffer: of one size whatever the offset, since the C library does not
/// use again what was freed in another one.
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

// Not std::aligned_alloc, which takes multiples of the alignment alone.
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
  // That of a page tells freeBuffer the offset.
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
