// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/copy/streaming.h"

#include "device/arch/streaming_loops.h"
#include "device/machine/topology.h"

#include <algorithm>
#include <cstring>

namespace weft::device {
namespace {

constexpr std::size_t lineBytes = 64;

const StreamingLoops &loops() {
  const StreamingVersions versions = streamingVersions();
  return *versions.first[versions.count - 1];
}

} // namespace

std::uint64_t streamFromBytes() {
  // Larger last-level caches are shared by many cores (a few megabytes each), and an operation that
  // reads as much as it writes has evicted the beginning of its result by its end.
  constexpr std::uint64_t most = 32 << 20, least = 4 << 20;
  return std::clamp<std::uint64_t>(Topology::ofProcess().lastLevel().bytes, least, most);
}

void streamCopy(unsigned char *destination, const unsigned char *source, std::size_t bytes) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(destination) % lineBytes;
  const std::size_t head = std::min(bytes, past ? lineBytes - past : 0);
  const std::size_t lines = (bytes - head) / lineBytes * lineBytes;
  std::memcpy(destination, source, head);
  loops().copyLines(destination + head, source + head, lines);
  std::memcpy(destination + head + lines, source + head + lines, bytes - head - lines);
}

void streamFill(unsigned char *destination, const unsigned char *block, std::size_t periods) {
  loops().fillPeriods(destination, block, periods);
}

} // namespace weft::device
