// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same work as C++ over arrays, by rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::bench {

constexpr std::size_t histogramBins = 256;

/// Square images of `size` texels, and a cube, of four channels. One texel has the type that the
/// function's name ends in: bytes for Unorm8, floats for Float.
struct NativeImages {
  const void *from;
  void *to;
  std::size_t size;
  const float *lookup; ///< two for each texel: where it comes from
  const void *volume;
  std::size_t volumeSize; ///< of an edge
  std::uint32_t *bins;    ///< several threads add to them
};

using NativeRows = void(const NativeImages &images, std::size_t first, std::size_t last);

struct NativeWork {
  const char *name; ///< of the kernel
  NativeRows *unorm8, *real;
};

extern const NativeWork nativeWorks[9];

} // namespace weft::bench
