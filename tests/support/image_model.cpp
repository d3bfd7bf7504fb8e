// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/image_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace weft::test {

namespace {

struct Kind {
  cl_channel_type type;
  unsigned bytes;
};

constexpr Kind plainKinds[] = {
    {CL_SNORM_INT8, 1},     {CL_SNORM_INT16, 2},    {CL_UNORM_INT8, 1},   {CL_UNORM_INT16, 2},
    {CL_SIGNED_INT8, 1},    {CL_SIGNED_INT16, 2},   {CL_SIGNED_INT32, 4}, {CL_UNSIGNED_INT8, 1},
    {CL_UNSIGNED_INT16, 2}, {CL_UNSIGNED_INT32, 4}, {CL_HALF_FLOAT, 2},   {CL_FLOAT, 4},
};

// Which components the channels in memory are: r, g, b, a; x is padding.
const char *channelsOf(cl_channel_order order) {
  switch (order) {
  case CL_R:
  case CL_DEPTH:
    return "r";
  case CL_Rx:
    return "rx";
  case CL_A:
    return "a";
  case CL_INTENSITY:
    return "i";
  case CL_LUMINANCE:
    return "l";
  case CL_RG:
    return "rg";
  case CL_RGx:
    return "rgx";
  case CL_RA:
    return "ra";
  case CL_RGB:
    return "rgb";
  case CL_RGBx:
    return "rgb";
  case CL_RGBA:
  case CL_sRGBA:
    return "rgba";
  case CL_BGRA:
  case CL_sBGRA:
    return "bgra";
  case CL_ARGB:
    return "argb";
  default:
    return "abgr";
  }
}

bool isSrgb(cl_channel_order order) { return order == CL_sRGBA || order == CL_sBGRA; }

double fromSrgb(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double toSrgb(double c) {
  if (!(c > 0))
    return 0;
  if (c >= 1)
    return 1;
  return c < 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

double halfValue(unsigned bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = bits & 1023;
  double value = exponent == 31 ? (fraction == 0 ? std::numeric_limits<double>::infinity()
                                                 : std::numeric_limits<double>::quiet_NaN())
                 : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                : std::ldexp(fraction, -24);
  return bits >> 15 ? -value : value;
}

unsigned halfBits(double value) {
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (std::isnan(value))
    return sign | 0x7e00;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  const int least = std::max(exponent - 11, -24);
  const double steps = std::nearbyint(std::ldexp(magnitude, -least));
  const double rounded = std::ldexp(steps, least);
  if (rounded > 65504)
    return sign | 0x7c00;
  for (unsigned low = 0, high = 0x7bff;;) {
    const unsigned middle = (low + high) / 2;
    const double found = halfValue(middle);
    if (found == rounded)
      return sign | middle;
    if (found < rounded)
      low = middle + 1;
    else
      high = middle - 1;
  }
}

struct Field {
  unsigned shift, bits;
};
// The packed formats, channels in the order of channelsOf.
std::vector<Field> packedFields(cl_channel_type type) {
  switch (type) {
  case CL_UNORM_SHORT_565:
    return {{11, 5}, {5, 6}, {0, 5}};
  case CL_UNORM_SHORT_555:
    return {{10, 5}, {5, 5}, {0, 5}};
  case CL_UNORM_INT_101010:
    return {{20, 10}, {10, 10}, {0, 10}};
  case CL_UNORM_INT_101010_2:
    return {{22, 10}, {12, 10}, {2, 10}, {0, 2}};
  case unormInt2_101010:
    return {{30, 2}, {20, 10}, {10, 10}, {0, 10}};
  default:
    return {};
  }
}

unsigned kindBytes(cl_channel_type type) {
  for (const Kind &kind : plainKinds)
    if (kind.type == type)
      return kind.bytes;
  return 0;
}

double channelValue(cl_channel_type type, std::uint32_t bits) {
  // Quotients are those of floats: what a read returns is a float.
  const auto quotient = [](double value, double steps) {
    return static_cast<double>(static_cast<float>(value) / static_cast<float>(steps));
  };
  float real = 0;
  switch (type) {
  case CL_SNORM_INT8:
    return std::max(-1.0, quotient(static_cast<std::int8_t>(bits), 127));
  case CL_SNORM_INT16:
    return std::max(-1.0, quotient(static_cast<std::int16_t>(bits), 32767));
  case CL_UNORM_INT8:
    return quotient(bits, 255);
  case CL_UNORM_INT16:
    return quotient(bits, 65535);
  case CL_SIGNED_INT8:
    return static_cast<std::int8_t>(bits);
  case CL_SIGNED_INT16:
    return static_cast<std::int16_t>(bits);
  case CL_SIGNED_INT32:
    return static_cast<std::int32_t>(bits);
  case CL_HALF_FLOAT:
    return halfValue(bits);
  case CL_FLOAT:
    std::memcpy(&real, &bits, sizeof real);
    return real;
  default:
    return bits;
  }
}

// Rounded to the nearest even within the limits; 0 for NaN.
std::uint32_t saturated(double value, double lowest, double highest) {
  const double limited = std::isnan(value) ? 0 : std::clamp(std::nearbyint(value), lowest, highest);
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(limited));
}

std::uint32_t channelBits(cl_channel_type type, double value) {
  // Products are those of floats.
  const auto steps = [&](float count) {
    return static_cast<double>(static_cast<float>(value) * count);
  };
  const auto real = static_cast<float>(value);
  std::uint32_t bits = 0;
  switch (type) {
  case CL_SNORM_INT8:
    return saturated(steps(127), -128, 127);
  case CL_SNORM_INT16:
    return saturated(steps(32767), -32768, 32767);
  case CL_UNORM_INT8:
    return saturated(steps(255), 0, 255);
  case CL_UNORM_INT16:
    return saturated(steps(65535), 0, 65535);
  case CL_SIGNED_INT8:
    return saturated(value, -128, 127);
  case CL_SIGNED_INT16:
    return saturated(value, -32768, 32767);
  case CL_SIGNED_INT32:
    return saturated(value, -2147483648.0, 2147483647.0);
  case CL_UNSIGNED_INT8:
    return saturated(value, 0, 255);
  case CL_UNSIGNED_INT16:
    return saturated(value, 0, 65535);
  case CL_UNSIGNED_INT32:
    return saturated(value, 0, 4294967295.0);
  case CL_HALF_FLOAT:
    return halfBits(value);
  default:
    std::memcpy(&bits, &real, sizeof bits);
    return bits;
  }
}

Colour fromChannels(cl_channel_order order, const Colour &channels) {
  Colour colour{0, 0, 0, 1};
  const char *names = channelsOf(order);
  for (unsigned index = 0; names[index]; ++index)
    switch (names[index]) {
    case 'r':
      colour[0] = channels[index];
      break;
    case 'g':
      colour[1] = channels[index];
      break;
    case 'b':
      colour[2] = channels[index];
      break;
    case 'a':
      colour[3] = channels[index];
      break;
    case 'i':
      colour.fill(channels[index]);
      break;
    case 'l':
      colour = {channels[index], channels[index], channels[index], 1};
      break;
    default:
      break;
    }
  return colour;
}

double componentFor(char name, const Colour &colour) {
  switch (name) {
  case 'g':
    return colour[1];
  case 'b':
    return colour[2];
  case 'a':
    return colour[3];
  default:
    return colour[0];
  }
}

Colour borderColour(cl_channel_order order) {
  const bool isOpaque = order == CL_R || order == CL_RG || order == CL_RGB || order == CL_LUMINANCE;
  return {0, 0, 0, isOpaque ? 1.0 : 0.0};
}

// CLK_ADDRESS_*, without its shift.
enum : std::uint64_t { clamp = 2, repeat = 3, mirror = 4 };
std::uint64_t addressingOf(std::uint64_t sampler) {
  return (sampler & WEFT_SAMPLER_ADDRESSING) >> 1;
}

// One texel in one dimension; negative where the border is.
int addressed(std::uint64_t sampler, int index, int size) {
  constexpr int border = -1;
  const auto mode = addressingOf(sampler);
  if (mode == clamp)
    return index < 0 || index >= size ? border : index;
  if (mode == repeat)
    return index < 0 ? index + size : index >= size ? index - size : index;
  return std::clamp(index, 0, size - 1);
}

struct Neighbours {
  int first, second;
  double weight;
};

// Coordinates are computed in float, as the specification's formulas are.
Neighbours neighboursOf(std::uint64_t sampler, float s, int size) {
  const auto mode = addressingOf(sampler);
  const auto length = static_cast<float>(size);
  float u = s;
  if (mode == repeat)
    u = (s - std::floor(s)) * length;
  else if (mode == mirror)
    u = std::fabs(s - 2 * std::rint(0.5F * s)) * length;
  else if (sampler & WEFT_SAMPLER_NORMALIZED)
    u = s * length;
  if (std::isnan(u))
    u = -2;
  u = std::clamp(u, -2.0F, length + 2);
  if (!(sampler & WEFT_SAMPLER_LINEAR)) {
    const int index = addressed(sampler, static_cast<int>(std::floor(u)), size);
    return {index, index, 0};
  }
  const float place = u - 0.5F;
  const int below = static_cast<int>(std::floor(place));
  return {addressed(sampler, below, size), addressed(sampler, below + 1, size),
          static_cast<double>(place) - std::floor(place)};
}

unsigned dimensionsOf(const weft_image &image) {
  switch (image.type) {
  case CL_MEM_OBJECT_IMAGE3D:
    return 3;
  case CL_MEM_OBJECT_IMAGE2D:
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return 2;
  default:
    return 1;
  }
}

bool isArray(const weft_image &image) {
  return image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY || image.type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

} // namespace

std::vector<ImageFormat> allImageFormats() {
  constexpr cl_channel_order plain[] = {CL_R,    CL_A,         CL_RG,        CL_RA,
                                        CL_Rx,   CL_RGBA,      CL_BGRA,      CL_ARGB,
                                        CL_ABGR, CL_INTENSITY, CL_LUMINANCE, CL_DEPTH};
  std::vector<ImageFormat> formats;
  for (const cl_channel_order order : plain)
    for (const Kind &kind : plainKinds)
      formats.push_back(
          {order, kind.type, kind.bytes * static_cast<unsigned>(std::strlen(channelsOf(order)))});
  for (const cl_channel_order order : {CL_RGB, CL_RGBx}) {
    formats.push_back({static_cast<cl_channel_order>(order), CL_UNORM_SHORT_565, 2});
    formats.push_back({static_cast<cl_channel_order>(order), CL_UNORM_SHORT_555, 2});
    formats.push_back({static_cast<cl_channel_order>(order), CL_UNORM_INT_101010, 4});
  }
  formats.push_back({CL_RGBA, CL_UNORM_INT_101010_2, 4});
  formats.push_back({CL_ABGR, unormInt2_101010, 4});
  formats.push_back({CL_sRGBA, CL_UNORM_INT8, 4});
  formats.push_back({CL_sBGRA, CL_UNORM_INT8, 4});
  return formats;
}

bool isIntegerFormat(const ImageFormat &format) {
  return format.type >= CL_SIGNED_INT8 && format.type <= CL_UNSIGNED_INT32;
}

Colour readTexel(const ImageFormat &format, const unsigned char *texel) {
  Colour channels{};
  const unsigned count = std::strlen(channelsOf(format.order));
  if (const auto fields = packedFields(format.type); !fields.empty()) {
    std::uint32_t word = 0;
    std::memcpy(&word, texel, format.bytes);
    for (unsigned index = 0; index != count; ++index) {
      const std::uint32_t steps = (1u << fields[index].bits) - 1;
      channels[index] =
          static_cast<float>(word >> fields[index].shift & steps) / static_cast<float>(steps);
    }
    return fromChannels(format.order, channels);
  }
  const unsigned bytes = kindBytes(format.type);
  for (unsigned index = 0; index != count; ++index) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, texel + index * bytes, bytes);
    channels[index] = isSrgb(format.order) && index != 3
                          ? static_cast<float>(fromSrgb(bits / 255.0))
                          : channelValue(format.type, bits);
  }
  return fromChannels(format.order, channels);
}

std::array<unsigned char, 16> writeTexel(const ImageFormat &format, const Colour &colour) {
  std::array<unsigned char, 16> texel{};
  const char *names = channelsOf(format.order);
  const unsigned count = std::strlen(names);
  if (const auto fields = packedFields(format.type); !fields.empty()) {
    std::uint32_t word = 0;
    for (unsigned index = 0; index != count; ++index) {
      const double steps = (1u << fields[index].bits) - 1;
      const auto product =
          static_cast<float>(componentFor(names[index], colour)) * static_cast<float>(steps);
      word |= saturated(product, 0, steps) << fields[index].shift;
    }
    std::memcpy(texel.data(), &word, format.bytes);
    return texel;
  }
  const unsigned bytes = kindBytes(format.type);
  for (unsigned index = 0; index != count; ++index) {
    const double component = componentFor(names[index], colour);
    const std::uint32_t bits = isSrgb(format.order) && index != 3
                                   ? saturated(toSrgb(component) * 255, 0, 255)
                                   : channelBits(format.type, component);
    std::memcpy(texel.data() + index * bytes, &bits, bytes);
  }
  return texel;
}

Colour sampleImage(const weft_image &image, const weft_image_level &level, std::uint64_t sampler,
                   const std::array<float, 4> &coordinates) {
  const ImageFormat format{image.channel_order, image.channel_type, image.element_bytes};
  const unsigned dimensions = dimensionsOf(image);
  const int sizes[] = {static_cast<int>(level.width), static_cast<int>(level.height),
                       static_cast<int>(level.depth)};
  std::uint64_t layer = 0;
  if (isArray(image)) {
    const float rounded = std::rint(coordinates[dimensions]);
    const float last = static_cast<float>(image.layers - 1);
    layer = static_cast<std::uint64_t>(rounded > 0 ? std::min(rounded, last) : 0);
  }
  Neighbours near[3] = {};
  for (unsigned dimension = 0; dimension != dimensions; ++dimension)
    near[dimension] = neighboursOf(sampler, coordinates[dimension], sizes[dimension]);
  Colour sum{};
  for (unsigned corner = 0; corner != 1u << dimensions; ++corner) {
    double weight = 1;
    std::int64_t place[3] = {};
    bool isInside = true;
    for (unsigned dimension = 0; dimension != dimensions; ++dimension) {
      const bool isSecond = corner >> dimension & 1;
      weight *= isSecond ? near[dimension].weight : 1 - near[dimension].weight;
      place[dimension] = isSecond ? near[dimension].second : near[dimension].first;
      isInside = isInside && place[dimension] >= 0;
    }
    if (weight == 0)
      continue;
    const unsigned char *texel = level.data + place[0] * format.bytes +
                                 place[1] * static_cast<std::int64_t>(level.row_pitch) +
                                 (place[2] + static_cast<std::int64_t>(layer)) *
                                     static_cast<std::int64_t>(level.slice_pitch);
    const Colour colour = isInside ? readTexel(format, texel) : borderColour(format.order);
    for (unsigned index = 0; index != 4; ++index)
      sum[index] += weight * colour[index];
  }
  return sum;
}

} // namespace weft::test
