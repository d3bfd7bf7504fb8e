// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of rectangular regions (clEnqueue{Read,Write,Copy}BufferRect).
#pragma once

#include "device/copy/copy.h"

#include <array>
#include <cstddef>
#include <optional>

namespace weft::icd {

using Region = std::array<std::size_t, 3>;

/// One side of a rectangular copy with resolved pitches and the bytes that it spans.
struct Rectangle {
  device::RectLayout layout;
  std::size_t first; ///< offset of the first byte
  std::size_t last;  ///< one past the last byte
};

/// Resolves pitches of 0. Nothing if a region element is 0, a pitch is too small, the slice pitch
/// is not a multiple of the row pitch, or the end overflows.
std::optional<Rectangle> resolveRectangle(const std::size_t *origin, const Region &region,
                                          std::size_t rowPitch, std::size_t slicePitch);

/// The bytes of a region in an object's storage: slices of non-overlapping rows, in ascending
/// order.
class Footprint {
public:
  /// `count` bytes, more than 0.
  Footprint(std::size_t first, std::size_t count) : firstByte(first), width(count) {}
  /// A non-empty region. Neither rows nor slices overlap.
  Footprint(const device::RectLayout &layout, const Region &region);

  std::size_t first() const { return firstByte; }
  /// One past the last byte.
  std::size_t last() const { return begin(rowCount() - 1) + width; }
  std::size_t rowCount() const { return rows * slices; }
  bool isContiguous() const { return rowCount() == 1; }
  /// The same bytes, relative to an origin `bytes` earlier.
  Footprint movedBy(std::size_t bytes) const;
  /// Whether they share a byte. Takes time linear in the smaller number of rows if both spans
  /// overlap and the pitches differ.
  bool overlaps(const Footprint &other) const;

private:
  std::size_t begin(std::size_t row) const {
    return firstByte + row / rows * slicePitch + row % rows * rowPitch;
  }
  bool overlapsRange(std::size_t begin, std::size_t end) const;
  bool overlapsWithSamePitches(const Footprint &other) const;

  std::size_t firstByte;
  std::size_t width;
  std::size_t rows = 1, slices = 1;
  std::size_t rowPitch = 0, slicePitch = 0;
};

} // namespace weft::icd
