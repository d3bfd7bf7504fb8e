// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores of pairs with the hint that their lines will not be used again. Such stores are ordered
// like others, so nothing has to order them: whoever tells another thread of them releases.
#include "device/arch/streaming_loops.h"

#include <arm_neon.h>

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

void fillPeriods(unsigned char *destination, const unsigned char *block, std::size_t periods) {
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
