// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of rectangular regions (clEnqueue{Read,Write,Copy}BufferRect).
#pragma once

#include "device/copy/copy.h"

#include <array>
#include <cstddef>
#include <optional>

namespace weft::icd {

using Region = std::array<std::size_t, 3>;

/// One side of a rectangular copy with its pitches resolved and the bytes that it spans.
struct Rectangle {
  device::RectLayout layout;
  std::size_t first; ///< offset of the first byte
  std::size_t last;  ///< one past the last byte
};

/// Resolves pitches of 0. Nothing when a region element is 0, a pitch is too small, the slice pitch
/// is no multiple of the row pitch, or the end is no number of bytes.
std::optional<Rectangle> resolveRectangle(const std::size_t *origin, const Region &region,
                                          std::size_t rowPitch, std::size_t slicePitch);

/// Whether two rectangles of one storage share a byte. `sourceBase` and `destinationBase` are the
/// offsets of their buffers in it. Exact for equal pitches; for different pitches, whether the
/// spans do.
bool overlap(const Rectangle &source, std::size_t sourceBase, const Rectangle &destination,
             std::size_t destinationBase, const Region &region);

} // namespace weft::icd
