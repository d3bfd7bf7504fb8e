// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/rectangle.h"

#include <cstdint>

namespace weft::icd {
namespace {

/// base + count * step, or nothing if that overflows std::size_t.
std::optional<std::size_t> multiplyAdd(std::optional<std::size_t> base, std::size_t count,
                                       std::size_t step) {
  std::size_t product = 0, sum = 0;
  if (!base || __builtin_mul_overflow(count, step, &product) ||
      __builtin_add_overflow(*base, product, &sum))
    return std::nullopt;
  return sum;
}

/// Floor of a / b for b > 0.
std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Whether two intervals of these lengths overlap if the second begins `distance` after the first.
bool overlapAt(std::int64_t distance, std::size_t length, std::size_t otherLength) {
  return distance < static_cast<std::int64_t>(length) &&
         -distance < static_cast<std::int64_t>(otherLength);
}

} // namespace

std::optional<Rectangle> resolveRectangle(const std::size_t *origin, const Region &region,
                                          std::size_t rowPitch, std::size_t slicePitch) {
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return std::nullopt;
  if (rowPitch == 0)
    rowPitch = region[0];
  const std::optional<std::size_t> planeBytes = multiplyAdd(0, region[1], rowPitch);
  if (rowPitch < region[0] || !planeBytes)
    return std::nullopt;
  if (slicePitch == 0)
    slicePitch = *planeBytes;
  if (slicePitch < *planeBytes || slicePitch % rowPitch != 0)
    return std::nullopt;

  std::optional<std::size_t> first = origin[0];
  first = multiplyAdd(multiplyAdd(first, origin[1], rowPitch), origin[2], slicePitch);
  std::optional<std::size_t> last = multiplyAdd(first, 1, region[0]);
  last = multiplyAdd(multiplyAdd(last, region[1] - 1, rowPitch), region[2] - 1, slicePitch);
  if (!first || !last || *last > PTRDIFF_MAX)
    return std::nullopt;
  return Rectangle{{{origin[0], origin[1], origin[2]}, rowPitch, slicePitch}, *first, *last};
}

Footprint::Footprint(const device::RectLayout &layout, const Region &region)
    : firstByte(layout.origin[0] + layout.origin[1] * layout.rowPitch +
                layout.origin[2] * layout.slicePitch),
      width(region[0]), rows(region[1]), slices(region[2]), rowPitch(layout.rowPitch),
      slicePitch(layout.slicePitch) {
  const std::size_t sliceBytes = rows == 1 ? width : (rows - 1) * rowPitch + width;
  const bool isOneRow =
      (rows == 1 || rowPitch == width) && (slices == 1 || slicePitch == sliceBytes);
  if (isOneRow)
    *this = Footprint(firstByte, sliceBytes * slices);
}

Footprint Footprint::movedBy(std::size_t bytes) const {
  Footprint moved = *this;
  moved.firstByte += bytes;
  return moved;
}

bool Footprint::overlapsRange(std::size_t from, std::size_t to) const {
  // The first row that ends after the beginning of the range.
  std::size_t low = 0, high = rowCount();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (begin(middle) + width > from)
      high = middle;
    else
      low = middle + 1;
  }
  return low < rowCount() && begin(low) < to;
}

bool Footprint::overlapsWithSamePitches(const Footprint &other) const {
  // They share a byte if and only if the distance of their starts is z * slice + y * row + x, and
  // intervals of their slices overlap at distance z, of their rows at y and of their widths at x.
  // As the pitches cover the regions, only the two nearest z, and for each the two nearest y, are
  // possible.
  const auto row = static_cast<std::int64_t>(rowPitch);
  const auto slice = static_cast<std::int64_t>(slicePitch);
  const auto distance =
      static_cast<std::int64_t>(other.firstByte) - static_cast<std::int64_t>(firstByte);
  const std::int64_t lowZ = floorDivide(distance, slice);
  for (std::int64_t z = lowZ; z <= lowZ + 1; ++z) {
    const std::int64_t inSlice = distance - z * slice;
    const std::int64_t lowY = floorDivide(inSlice, row);
    for (std::int64_t y = lowY; y <= lowY + 1; ++y)
      if (overlapAt(z, slices, other.slices) && overlapAt(y, rows, other.rows) &&
          overlapAt(inSlice - y * row, width, other.width))
        return true;
  }
  return false;
}

bool Footprint::overlaps(const Footprint &other) const {
  if (first() >= other.last() || other.first() >= last())
    return false;
  if (rowCount() < other.rowCount())
    return other.overlaps(*this);
  if (!other.isContiguous() && rowPitch == other.rowPitch && slicePitch == other.slicePitch)
    return overlapsWithSamePitches(other);
  for (std::size_t row = 0; row < other.rowCount(); ++row)
    if (overlapsRange(other.begin(row), other.begin(row) + other.width))
      return true;
  return false;
}

} // namespace weft::icd
