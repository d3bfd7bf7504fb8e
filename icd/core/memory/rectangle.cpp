// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/rectangle.h"

#include <cstdint>

namespace weft::icd {
namespace {

/// base + count * step, or nothing when that is no std::size_t.
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

bool within(std::int64_t distance, std::size_t extent) {
  const auto bound = static_cast<std::int64_t>(extent);
  return -bound < distance && distance < bound;
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
  if (slices > 1 && slicePitch == rows * rowPitch) {
    rows *= slices;
    slices = 1;
  }
  if (rows == 1 || rowPitch == width) {
    width *= rows;
    rows = slices;
    slices = 1;
    rowPitch = slicePitch;
    if (rowPitch == width) {
      width *= rows;
      rows = 1;
    }
  }
}

Footprint Footprint::movedBy(std::size_t bytes) const {
  Footprint moved = *this;
  moved.firstByte += bytes;
  return moved;
}

bool Footprint::meets(const Footprint &other) const {
  if (first() >= other.last() || other.first() >= last())
    return false;
  for (std::size_t row = 0, otherRow = 0; row < rowCount() && otherRow < other.rowCount();) {
    const std::size_t here = begin(row), there = other.begin(otherRow);
    if (here + width <= there)
      ++row;
    else if (there + other.width <= here)
      ++otherRow;
    else
      return true;
  }
  return false;
}

bool overlap(const Rectangle &source, std::size_t sourceBase, const Rectangle &destination,
             std::size_t destinationBase, const Region &region) {
  if (sourceBase + source.first >= destinationBase + destination.last ||
      destinationBase + destination.first >= sourceBase + source.last)
    return false;
  const auto row = static_cast<std::int64_t>(source.layout.rowPitch);
  const auto slice = static_cast<std::int64_t>(source.layout.slicePitch);
  if (source.layout.rowPitch != destination.layout.rowPitch ||
      source.layout.slicePitch != destination.layout.slicePitch)
    return true;
  // They share a byte if and only if the distance of their starts is z * slice + y * row + x with
  // |x|, |y| and |z| below the region's extents. As the pitches cover the region, only the two
  // nearest z, and for each the two nearest y, can be.
  const auto distance = static_cast<std::int64_t>(sourceBase + source.first) -
                        static_cast<std::int64_t>(destinationBase + destination.first);
  const std::int64_t lowZ = floorDivide(distance, slice);
  for (std::int64_t z = lowZ; z <= lowZ + 1; ++z) {
    const std::int64_t inSlice = distance - z * slice;
    const std::int64_t lowY = floorDivide(inSlice, row);
    for (std::int64_t y = lowY; y <= lowY + 1; ++y)
      if (within(z, region[2]) && within(y, region[1]) && within(inSlice - y * row, region[0]))
        return true;
  }
  return false;
}

} // namespace weft::icd
