// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The copy and fill engine: on the calling thread when small, on the arena's threads when large.
#pragma once

#include "device/threads/arena.h"

#include <array>
#include <cstddef>

namespace weft::device {

/// Copies `bytes` from source to destination, which do not overlap.
void copy(Arena &arena, void *destination, const void *source, std::size_t bytes);

/// One side of a rectangular copy (clEnqueueCopyBufferRect): origin and pitches in bytes, rows and
/// slices as the specification counts them; pitches are resolved, never 0.
struct RectLayout {
  std::array<std::size_t, 3> origin;
  std::size_t rowPitch;
  std::size_t slicePitch;
};

/// Copies region[0] bytes × region[1] rows × region[2] slices.
void copyRect(Arena &arena, void *destination, const RectLayout &destinationLayout,
              const void *source, const RectLayout &sourceLayout,
              const std::array<std::size_t, 3> &region);

/// Repeats the pattern (1…128 bytes, a power of two) over `bytes`, a multiple of its size.
void fill(Arena &arena, void *destination, const void *pattern, std::size_t patternBytes,
          std::size_t bytes);

/// Repeats the pattern (1…128 bytes, a power of two) over each row of a region, whose width is a
/// multiple of its size.
void fillRect(Arena &arena, void *destination, const RectLayout &layout, const void *pattern,
              std::size_t patternBytes, const std::array<std::size_t, 3> &region);

} // namespace weft::device
