// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/images/image_words.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace weft::device {
namespace {

// Numbers of CL/cl.h.
enum : std::uint32_t {
  orderR = 0x10B0,
  orderRg = 0x10B2,
  orderRgba = 0x10B5,
  orderDepth = 0x10BD,
  typeSigned32 = 0x10D9,
  typeUnsigned32 = 0x10DC,
  typeFloat = 0x10DE,
  typeImage1dArray = 0x10F5,
  typeImage2dArray = 0x10F3,
};

constexpr std::uint32_t zero = 0, integerOne = 1;
constexpr float floatOne = 1;

/// Channels that are the first components; 0 for other orders.
unsigned channelsOf(std::uint32_t order) {
  switch (order) {
  case orderR:
  case orderDepth:
    return 1;
  case orderRg:
    return 2;
  case orderRgba:
    return 4;
  default:
    return 0;
  }
}

struct Coordinate {
  std::uint64_t count, pitch;
};

} // namespace

weft_image_words imageWords(const weft_image &image) noexcept {
  const bool isFloat = image.channel_type == typeFloat;
  const unsigned channels = channelsOf(image.channel_order);
  if (channels == 0 ||
      (!isFloat && image.channel_type != typeSigned32 && image.channel_type != typeUnsigned32))
    return {};
  const weft_image_level &level = image.levels[0];
  const Coordinate layers{image.layers, level.slice_pitch}, rows{level.height, level.row_pitch};
  const Coordinate slices =
      image.type == typeImage2dArray ? layers : Coordinate{level.depth, level.slice_pitch};
  const Coordinate coordinates[3] = {
      {level.width, image.element_bytes}, image.type == typeImage1dArray ? layers : rows, slices};
  weft_image_words words{};
  std::uint64_t end = image.element_bytes;
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  for (std::size_t number = 0; number != 3; ++number) {
    const auto [count, pitch] = coordinates[number];
    std::uint64_t bytes = 0;
    if (count == 0 || count > most || pitch > most ||
        __builtin_mul_overflow(count - 1, pitch, &bytes) || bytes > most)
      return {};
    end += bytes;
    words.pitch[number] = static_cast<std::uint32_t>(pitch);
    words.last[number] = static_cast<std::int32_t>(count - 1);
  }
  if (end > most)
    return {};
  const void *const one = isFloat ? static_cast<const void *>(&floatOne) : &integerOne;
  for (unsigned component = 0; component != 4; ++component) {
    const bool isChannel = component < channels;
    const void *const constant = component == 3 ? one : &zero;
    words.component[component] = isChannel ? level.data + sizeof(std::uint32_t) * component
                                           : static_cast<const unsigned char *>(constant);
    words.mask[component] = isChannel ? ~std::uint32_t{0} : 0;
  }
  words.are_direct = 1;
  return words;
}

} // namespace weft::device
