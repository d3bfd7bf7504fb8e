// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/texel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace weft::icd {
namespace {

/// The nearest whole number, the even one of two; the host may have set any rounding mode.
float roundToEven(float value) {
  const float below = std::floor(value), rest = value - below;
  const bool up = rest > 0.5f || (rest == 0.5f && std::fmod(below, 2.0f) != 0);
  return up ? below + 1 : below;
}

/// A normalised channel whose largest value is `most`, not shifted to its place.
std::uint32_t unorm(float value, float most) {
  if (!(value > 0))
    return 0;
  return static_cast<std::uint32_t>(value >= 1 ? most : roundToEven(value * most));
}
std::int32_t snorm(float value, float most) {
  if (std::isnan(value))
    return 0;
  return static_cast<std::int32_t>(roundToEven(std::clamp(value, -1.0f, 1.0f) * most));
}

/// A linear colour component as the 8 bits of sRGB.
std::uint32_t srgb(float linear) {
  if (!(linear > 0))
    return 0;
  if (linear >= 1)
    return 255;
  const double value = linear;
  const double encoded =
      value < 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
  return static_cast<std::uint32_t>(std::lround(encoded * 255));
}

/// The bits of the nearest half, the even one of two.
std::uint16_t halfBits(float value) {
  constexpr std::uint32_t infinity = 0x7c00;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  std::uint32_t half = 0;
  if (magnitude > 0x7f800000) { // a NaN keeps the upper bits of its payload
    half = infinity | 0x200 | (magnitude >> 13 & 0x3ff);
  } else if (magnitude >= 0x477ff000) { // rounds to more than the largest half
    half = infinity;
  } else {
    // The significand in units of the half's last place, and what is lost of it.
    const std::int32_t exponent = static_cast<std::int32_t>(magnitude >> 23) - 127;
    const bool isNormal = exponent >= -14;
    const unsigned lost = isNormal ? 13 : std::min(13 - 14 - exponent, 31);
    const std::uint64_t significand =
        magnitude >> 23 ? (magnitude & 0x7fffff) | 0x800000 : magnitude & 0x7fffff;
    const std::uint64_t kept = significand >> lost, rest = significand & ((1ull << lost) - 1);
    const std::uint64_t middle = 1ull << (lost - 1);
    const bool up = rest > middle || (rest == middle && kept & 1);
    // The leading bit of a normal half adds one to its exponent.
    half = static_cast<std::uint32_t>(kept + up) +
           (isNormal ? static_cast<std::uint32_t>(exponent + 14) << 10 : 0);
  }
  return static_cast<std::uint16_t>(sign | half);
}

template <class Channel, class Component> Channel saturated(Component value) {
  constexpr Component most = (Component{1} << std::numeric_limits<Channel>::digits) - 1;
  constexpr Component least = std::is_signed_v<Channel> ? -most - 1 : 0;
  return static_cast<Channel>(std::clamp(value, least, most));
}

/// The channels as `convert` makes them of the colour's components.
template <class Channel, class Colour, class Convert>
void storeChannels(const ImageFormat &format, const Colour &colour, Texel &texel, Convert convert) {
  for (unsigned channel = 0; channel < format.channels; ++channel) {
    const unsigned component = format.components[channel];
    const auto value = static_cast<Channel>(convert(colour[component], component));
    std::memcpy(texel.data() + channel * sizeof value, &value, sizeof value);
  }
}

/// One word of channels, the first of them in its uppermost bits: their widths in bits.
template <class Word, class Colour>
void storePacked(const ImageFormat &format, const Colour &colour, Texel &texel,
                 const std::array<unsigned, 4> &widths) {
  std::uint32_t word = 0;
  for (unsigned channel = 0; channel < format.channels; ++channel) {
    const std::uint32_t most = (1u << widths[channel]) - 1;
    word = word << widths[channel] |
           unorm(colour[format.components[channel]], static_cast<float>(most));
  }
  const auto narrow = static_cast<Word>(word);
  std::memcpy(texel.data(), &narrow, sizeof narrow);
}

void packFloats(const ImageFormat &format, const std::array<float, 4> &colour, Texel &texel) {
  switch (format.type) {
  case CL_SNORM_INT8:
    return storeChannels<std::int8_t>(format, colour, texel,
                                      [](float value, unsigned) { return snorm(value, 127); });
  case CL_SNORM_INT16:
    return storeChannels<std::int16_t>(format, colour, texel,
                                       [](float value, unsigned) { return snorm(value, 32767); });
  case CL_UNORM_INT8:
    return storeChannels<std::uint8_t>(format, colour, texel, [&](float value, unsigned component) {
      return format.isSrgb() && component != 3 ? srgb(value) : unorm(value, 255);
    });
  case CL_UNORM_INT16:
    return storeChannels<std::uint16_t>(format, colour, texel,
                                        [](float value, unsigned) { return unorm(value, 65535); });
  case CL_UNORM_SHORT_565:
    return storePacked<std::uint16_t>(format, colour, texel, {5, 6, 5});
  case CL_UNORM_SHORT_555:
    return storePacked<std::uint16_t>(format, colour, texel, {5, 5, 5});
  case CL_UNORM_INT_101010:
    return storePacked<std::uint32_t>(format, colour, texel, {10, 10, 10});
  case CL_UNORM_INT_101010_2:
    return storePacked<std::uint32_t>(format, colour, texel, {10, 10, 10, 2});
  case unormInt2_101010:
    return storePacked<std::uint32_t>(format, colour, texel, {2, 10, 10, 10});
  case CL_HALF_FLOAT:
    return storeChannels<std::uint16_t>(format, colour, texel,
                                        [](float value, unsigned) { return halfBits(value); });
  default: // CL_FLOAT
    return storeChannels<float>(format, colour, texel, [](float value, unsigned) { return value; });
  }
}

/// Channels of whole numbers, as wide as a texel of the format makes them.
template <std::integral Narrow, std::integral Middle, std::integral Wide>
void packIntegers(const ImageFormat &format, const std::array<Wide, 4> &colour, Texel &texel) {
  switch (format.elementBytes / format.channels) {
  case 1:
    return storeChannels<Narrow>(format, colour, texel,
                                 [](Wide value, unsigned) { return saturated<Narrow>(value); });
  case 2:
    return storeChannels<Middle>(format, colour, texel,
                                 [](Wide value, unsigned) { return saturated<Middle>(value); });
  default:
    return storeChannels<Wide>(format, colour, texel, [](Wide value, unsigned) { return value; });
  }
}

template <class Component>
std::array<Component, 4> readColour(const void *colour, std::size_t components) {
  std::array<Component, 4> result{};
  std::memcpy(result.data(), colour, components * sizeof(Component));
  return result;
}

} // namespace

Texel packTexel(const ImageFormat &format, const void *colour) {
  Texel texel{};
  switch (format.channelClass) {
  case ChannelClass::Float:
    packFloats(format, readColour<float>(colour, format.isDepth() ? 1 : 4), texel);
    break;
  case ChannelClass::SignedInteger:
    packIntegers<std::int8_t, std::int16_t>(format, readColour<std::int32_t>(colour, 4), texel);
    break;
  case ChannelClass::UnsignedInteger:
    packIntegers<std::uint8_t, std::uint16_t>(format, readColour<std::uint32_t>(colour, 4), texel);
    break;
  }
  return texel;
}

} // namespace weft::icd
