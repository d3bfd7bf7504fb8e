// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes of a buffer are initialised, in checked mode: a byte for each of its bytes, in which
// the bits are 1 that are. Kernels that look for what is not write them, too (weft_extent).
#pragma once

#include <atomic>
#include <cstddef>

namespace weft::device {

class Contents {
public:
  /// Of a buffer without any. Where there is no memory for it, everything counts as initialised.
  explicit Contents(std::size_t bytes) noexcept;
  ~Contents();
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  /// Null if everything is initialised, and stays so.
  unsigned char *begin() noexcept;
  /// The host, or something that does not tell, writes these bytes, or all. Thread-safe.
  void noteWrite(std::size_t offset, std::size_t bytes) noexcept;
  void noteAll() noexcept { isWhole.store(true, std::memory_order_relaxed); }

private:
  unsigned char *memory;
  const std::size_t size;
  std::atomic<bool> isWhole{false};
};

} // namespace weft::device
