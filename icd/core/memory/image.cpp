// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/image.h"

#include "device/arch/floating_point.h"
#include "device/base/numbers.h"
#include "device/images/image_routines.h"
#include "device/images/image_words.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace weft::icd {
namespace {

/// The alignment of mipmap levels after the first: a cache line.
constexpr std::size_t levelAlignment = 64;

struct Level {
  std::size_t width, height, depth, rowPitch, slicePitch;
};

Level levelOf(const ImageLayout &layout, std::uint32_t number) {
  if (number == 0)
    return {layout.width, layout.height, layout.depth, layout.rowPitch, layout.slicePitch};
  const auto halved = [&](std::size_t size) { return std::max<std::size_t>(size >> number, 1); };
  const std::size_t height = halved(layout.height);
  const std::size_t rowPitch = halved(layout.width) * layout.format->elementBytes;
  return {halved(layout.width), height, halved(layout.depth), rowPitch, rowPitch * height};
}

std::size_t bytesOf(const ImageLayout &layout, const Level &level) {
  return level.slicePitch * level.depth * layout.layers;
}

/// Calls body(number, level, offset) for each level; returns their total size.
template <class Body> std::size_t forEachLevel(const ImageLayout &layout, Body body) {
  std::size_t end = 0;
  for (std::uint32_t number = 0; number < layout.levelCount(); ++number) {
    const Level level = levelOf(layout, number);
    const std::size_t offset = roundUp(end, levelAlignment);
    body(number, level, offset);
    end = offset + bytesOf(layout, level);
  }
  return end;
}

} // namespace

std::size_t ImageLayout::bytes() const {
  return forEachLevel(*this, [](std::uint32_t, const Level &, std::size_t) {});
}

Image::Image(const ImageLayout &layout, unsigned char *storage) : imageLayout(layout) {
  assert(layout.levelCount() <= WEFT_IMAGE_LEVELS);
  const auto narrow = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
  forEachLevel(layout, [&](std::uint32_t number, const Level &level, std::size_t offset) {
    kernelDescriptor.levels[number] = {.data = storage + offset,
                                       .row_pitch = level.rowPitch,
                                       .slice_pitch = level.slicePitch,
                                       .width = narrow(level.width),
                                       .height = narrow(level.height),
                                       .depth = narrow(level.depth),
                                       .reserved = 0};
  });
  kernelDescriptor.level_count = layout.levelCount();
  kernelDescriptor.layers = narrow(layout.layers);
  kernelDescriptor.type = layout.type;
  kernelDescriptor.channel_order = layout.format->order;
  kernelDescriptor.channel_type = layout.format->type;
  kernelDescriptor.element_bytes = layout.format->elementBytes;
  kernelDescriptor.routines = device::imageRoutines(kernelDescriptor);
  kernelDescriptor.words = device::imageWords(kernelDescriptor);
}

Image::Texels Image::extent(std::uint32_t level) const {
  const weft_image_level &size = kernelDescriptor.levels[level];
  switch (imageLayout.type) {
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return {size.width, imageLayout.layers, 1};
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return {size.width, size.height, imageLayout.layers};
  default:
    return {size.width, size.height, size.depth};
  }
}

device::RectLayout Image::place(std::uint32_t level, const Texels &origin) const {
  const weft_image_level &of = kernelDescriptor.levels[level];
  const std::size_t offset = of.data - kernelDescriptor.levels[0].data;
  const std::size_t first = offset + origin[0] * format().elementBytes;
  // The layers of an array of 1D images are the rows of the copy engine.
  if (imageLayout.type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
    return {{first, origin[1], 0}, of.slice_pitch, of.slice_pitch * imageLayout.layers};
  return {{first, origin[1], origin[2]}, of.row_pitch, of.slice_pitch};
}

Image::Texel Image::texelOf(const void *colour) const {
  Texel texel{};
  weft_image single = kernelDescriptor;
  single.level_count = single.layers = 1;
  single.levels[0] = {.data = texel.data(),
                      .row_pitch = texel.size(),
                      .slice_pitch = texel.size(),
                      .width = 1,
                      .height = 1,
                      .depth = 1,
                      .reserved = 0};
  constexpr std::size_t alignment = 4 * WEFT_IMAGE_LANES;
  alignas(alignment) const std::array<std::uint32_t, 4> coordinates{};
  alignas(alignment) std::array<std::uint32_t, 4> components{};
  std::memcpy(components.data(), colour, (format().isDepth() ? 1 : 4) * sizeof(std::uint32_t));
  const auto *routines = static_cast<weft_image_routine *const *>(single.routines);
  const device::KernelFloatingPoint environment;
  routines[WEFT_IMAGE_ROUTINES + WEFT_IMAGE_WRITE](&single, 0, 1, coordinates.data(),
                                                   components.data());
  return texel;
}

unsigned Image::levelComponent() const {
  switch (imageLayout.type) {
  case CL_MEM_OBJECT_IMAGE1D:
    return 1;
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
  case CL_MEM_OBJECT_IMAGE2D:
    return 2;
  default:
    return 3;
  }
}

} // namespace weft::icd
