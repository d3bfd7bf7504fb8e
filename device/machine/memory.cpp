// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/machine/memory.h"

#include "device/base/numbers.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace weft::device {
namespace {

constexpr std::size_t pageBytes = 4096;
constexpr std::size_t hugePageBytes = std::size_t{2} << 20;
/// From this size on, memory comes from the system in whole huge pages.
constexpr std::size_t mappedFrom = 2 * hugePageBytes;
constexpr std::size_t largest = SIZE_MAX / 4;

void *mapAligned(std::size_t bytes) {
  const std::size_t size = roundUp(bytes, hugePageBytes);
  void *raw = mmap(nullptr, size + hugePageBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  auto *begin = static_cast<unsigned char *>(raw);
  const std::size_t head =
      (hugePageBytes - reinterpret_cast<std::uintptr_t>(raw) % hugePageBytes) % hugePageBytes;
  if (head)
    munmap(begin, head);
  if (const std::size_t tail = hugePageBytes - head)
    munmap(begin + head + size, tail);
  madvise(begin + head, size, MADV_HUGEPAGE);
  return begin + head;
}

} // namespace

void *allocateBuffer(std::size_t bytes) noexcept {
  if (bytes > largest)
    return nullptr;
  if (bytes >= mappedFrom)
    return mapAligned(bytes);
  const std::size_t alignment = bytes >= 16 * pageBytes ? pageBytes : bufferAlignment;
  const std::size_t size = roundUp(bytes ? bytes : 1, alignment);
  void *memory = std::aligned_alloc(alignment, size);
  if (memory)
    std::memset(memory, 0, size);
  return memory;
}

void freeBuffer(void *memory, std::size_t bytes) noexcept {
  if (!memory)
    return;
  if (bytes >= mappedFrom)
    munmap(memory, roundUp(bytes, hugePageBytes));
  else
    std::free(memory);
}

} // namespace weft::device
