// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores of pairs with the hint that their lines will not be used again (STNP), and zeroes by whole
// blocks, which no cache reads first (DC ZVA). Both are ordered like other stores, so nothing has
// to order them: whoever tells another thread of them releases.
#include "device/arch/streaming_loops.h"

#include <algorithm>
#include <arm_neon.h>
#include <cstdint>

namespace weft::device {
namespace {

constexpr std::size_t line = 64, period = 128, width = sizeof(uint8x16_t);

void storePair(unsigned char *to, uint8x16_t first, uint8x16_t second) {
  asm volatile("stnp %q1, %q2, [%0]" : : "r"(to), "w"(first), "w"(second) : "memory");
}

void copyLines(unsigned char *destination, const unsigned char *source, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += line) {
    uint8x16_t parts[line / width];
    for (std::size_t i = 0; i < line / width; ++i)
      parts[i] = vld1q_u8(source + at + i * width);
    for (std::size_t i = 0; i < line / width; i += 2)
      storePair(destination + at + i * width, parts[i], parts[i + 1]);
  }
}

/// The bytes that DC ZVA zeroes at a multiple of as many; 0 if the system forbids it (DCZID_EL0).
std::size_t zeroingBlock() {
  std::uint64_t id;
  asm("mrs %0, dczid_el0" : "=r"(id));
  constexpr std::uint64_t prohibited = 1 << 4, sizeInWords = prohibited - 1;
  return id & prohibited ? 0 : std::size_t{4} << (id & sizeInWords);
}

void zeroPeriods(unsigned char *destination, std::size_t periods, std::size_t step) {
  for (unsigned char *end = destination + periods * period; destination != end; destination += step)
    asm volatile("dc zva, %0" : : "r"(destination) : "memory");
}

void fillPeriods(unsigned char *destination, const unsigned char *block, std::size_t periods) {
  // A block of at most a line is aligned as `destination` is.
  const std::size_t zeroed = zeroingBlock();
  if (zeroed && zeroed <= line &&
      std::all_of(block, block + period, [](auto b) { return b == 0; })) {
    zeroPeriods(destination, periods, zeroed);
    return;
  }
  uint8x16_t parts[period / width];
  for (std::size_t i = 0; i < period / width; ++i)
    parts[i] = vld1q_u8(block + i * width);
  for (; periods; --periods, destination += period)
    for (std::size_t i = 0; i < period / width; i += 2)
      storePair(destination + i * width, parts[i], parts[i + 1]);
}

constexpr StreamingLoops loops = {copyLines, fillPeriods};

} // namespace

StreamingVersions streamingVersions() noexcept {
  static constexpr const StreamingLoops *versions[] = {&loops};
  return {versions, 1};
}

void orderStreamingStores() noexcept {}

} // namespace weft::device
