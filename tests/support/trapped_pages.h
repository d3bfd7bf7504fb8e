// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that ends where inaccessible pages begin, on both sides: an access beside it is a fault.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace weft::test {

class TrappedPages {
public:
  /// Whole pages, zero at first.
  explicit TrappedPages(std::size_t bytes) : bytes(bytes) {
    void *pages =
        mmap(nullptr, bytes + 2 * trapBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      throw std::bad_alloc();
    start = static_cast<unsigned char *>(pages) + trapBytes;
    mprotect(start, bytes, PROT_READ | PROT_WRITE);
  }
  TrappedPages(TrappedPages &&other) noexcept
      : bytes(other.bytes), start(std::exchange(other.start, nullptr)) {}
  TrappedPages &operator=(TrappedPages &&) = delete;
  ~TrappedPages() {
    if (start)
      munmap(start - trapBytes, bytes + 2 * trapBytes);
  }

  std::size_t size() const { return bytes; }
  unsigned char *data() const { return start; }
  template <class Value> Value *as() const { return reinterpret_cast<Value *>(start); }

private:
  static constexpr std::size_t trapBytes = 1 << 16;
  std::size_t bytes;
  unsigned char *start;
};

} // namespace weft::test
