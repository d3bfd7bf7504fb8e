// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/contents.h"

#include <cstring>
#include <sys/mman.h>

namespace weft::device {

Contents::Contents(std::size_t bytes) noexcept
    : memory(
          static_cast<unsigned char *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))),
      size(bytes) {
  if (memory != MAP_FAILED)
    return;
  memory = nullptr;
  noteAll();
}

Contents::~Contents() {
  if (memory)
    munmap(memory, size);
}

// The first byte that is not initialised is usually found at once.
unsigned char *Contents::begin() noexcept {
  if (isWhole.load(std::memory_order_relaxed))
    return nullptr;
  if (memory[0] != 0xff || std::memcmp(memory, memory + 1, size - 1) != 0)
    return memory;
  noteAll();
  return nullptr;
}

void Contents::noteWrite(std::size_t offset, std::size_t bytes) noexcept {
  if (!isWhole.load(std::memory_order_relaxed))
    std::memset(memory + offset, 0xff, bytes);
}

} // namespace weft::device
