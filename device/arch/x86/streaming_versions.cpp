// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/cpu_info.h"
#include "device/arch/x86/streaming_lanes.h"

namespace weft::device {

StreamingVersions streamingVersions() noexcept {
  static constexpr const StreamingLoops *byWidth[] = {&sse2StreamingLoops, &avxStreamingLoops,
                                                      &avx512StreamingLoops};
  const unsigned bits = CpuInfo::host().vectorBits;
  return {byWidth, bits >= 512 ? 3u : bits >= 256 ? 2u : 1u};
}

void orderStreamingStores() noexcept { _mm_sfence(); }

} // namespace weft::device
