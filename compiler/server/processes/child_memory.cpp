// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/processes/child_memory.h"

#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>

namespace weft::compiler {

void keepFreedMemory() {
  constexpr int megabyte = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, 32 * megabyte); // the largest possible
  ::mallopt(M_TRIM_THRESHOLD, 64 * megabyte);
  ::mallopt(M_TOP_PAD, megabyte);
}

void takePages(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  auto *memory = static_cast<char *>(std::malloc(bytes));
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page;
  // Kernels before 5.14 refuse, and fault pages in on use.
  if (memory)
    ::madvise(memory + before, bytes - page, MADV_POPULATE_WRITE);
  std::free(memory);
}

} // namespace weft::compiler
