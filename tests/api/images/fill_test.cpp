// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clEnqueueFillImage in every format, against conversions that look for the nearest value among all
// that a channel can hold.
#include "tests/api/images/fixture.h"

#include <cmath>
#include <limits>

namespace weft::test {
namespace {

constexpr cl_channel_type unormInt2_101010 = 0x10E5;

using Colour = std::array<double, 4>;

double halfValue(unsigned bits) {
  const int exponent = bits >> 10 & 31;
  const double significand = bits & 1023;
  const double magnitude = exponent == 0    ? std::ldexp(significand, -24)
                           : exponent == 31 ? std::numeric_limits<double>::infinity()
                                            : std::ldexp(significand + 1024, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// The nearest of ascending values, the one at an even place of two.
template <class ValueAt> unsigned nearest(double value, unsigned count, ValueAt valueAt) {
  unsigned best = 0;
  double bestDistance = std::numeric_limits<double>::infinity();
  for (unsigned place = 0; place < count; ++place) {
    const double distance = std::fabs(valueAt(place) - value);
    if (distance < bestDistance || (distance == bestDistance && place % 2 == 0)) {
      best = place;
      bestDistance = distance;
    }
  }
  return best;
}

unsigned unorm(double value, unsigned most) {
  return nearest(static_cast<double>(static_cast<float>(value) * static_cast<float>(most)),
                 most + 1, [](unsigned place) { return place; });
}

/// From a stored sRGB value to the light that it stands for.
double linear(double stored) {
  return stored <= 0.04045 ? stored / 12.92 : std::pow((stored + 0.055) / 1.055, 2.4);
}

/// The components that the channels hold, in their order in memory.
std::vector<unsigned> componentsOf(cl_channel_order order) {
  switch (order) {
  case CL_A:
    return {3};
  case CL_RG:
    return {0, 1};
  case CL_RA:
    return {0, 3};
  case CL_RGB:
    return {0, 1, 2};
  case CL_RGBA:
  case CL_sRGBA:
    return {0, 1, 2, 3};
  case CL_BGRA:
  case CL_sBGRA:
    return {2, 1, 0, 3};
  case CL_ARGB:
    return {3, 0, 1, 2};
  case CL_ABGR:
    return {3, 2, 1, 0};
  default: // CL_R, CL_INTENSITY, CL_LUMINANCE, CL_DEPTH
    return {0};
  }
}

template <class T> void append(Bytes &bytes, T value) {
  const auto *begin = reinterpret_cast<const unsigned char *>(&value);
  bytes.insert(bytes.end(), begin, begin + sizeof value);
}

template <class T> void appendSaturated(Bytes &bytes, double value) {
  append(bytes, static_cast<T>(std::clamp<double>(value, std::numeric_limits<T>::min(),
                                                  std::numeric_limits<T>::max())));
}

void appendChannel(Bytes &bytes, const cl_image_format &format, unsigned component, double value) {
  const bool isSrgb =
      format.image_channel_order == CL_sRGBA || format.image_channel_order == CL_sBGRA;
  switch (format.image_channel_data_type) {
  case CL_SNORM_INT8:
    return appendSaturated<cl_char>(bytes, std::rint(value * 127));
  case CL_SNORM_INT16:
    return appendSaturated<cl_short>(bytes, std::rint(static_cast<float>(value) * 32767.0f));
  case CL_UNORM_INT8:
    if (isSrgb && component != 3) {
      // The steps that the light exceeds, which lie in the middle of stored values.
      cl_uchar stored = 0;
      while (stored < 255 && linear((stored + 0.5) / 255) <= value)
        ++stored;
      return append(bytes, stored);
    }
    return append(bytes, static_cast<cl_uchar>(unorm(value, 255)));
  case CL_UNORM_INT16:
    return append(bytes, static_cast<cl_ushort>(unorm(value, 65535)));
  case CL_SIGNED_INT8:
    return appendSaturated<cl_char>(bytes, value);
  case CL_SIGNED_INT16:
    return appendSaturated<cl_short>(bytes, value);
  case CL_SIGNED_INT32:
    return appendSaturated<cl_int>(bytes, value);
  case CL_UNSIGNED_INT8:
    return appendSaturated<cl_uchar>(bytes, value);
  case CL_UNSIGNED_INT16:
    return appendSaturated<cl_ushort>(bytes, value);
  case CL_UNSIGNED_INT32:
    return appendSaturated<cl_uint>(bytes, value);
  case CL_HALF_FLOAT: {
    // Values from half the last step on are nearer to 65,536, which is infinity.
    const double magnitude = std::fabs(value);
    const unsigned bits = magnitude >= 65520 ? 0x7c00 : nearest(magnitude, 0x7c00, halfValue);
    return append(bytes, static_cast<cl_ushort>(bits | (std::signbit(value) ? 0x8000 : 0)));
  }
  default:
    return append(bytes, static_cast<cl_float>(value));
  }
}

Bytes texelOf(const cl_image_format &format, const Colour &colour) {
  std::vector<unsigned> widths;
  switch (format.image_channel_data_type) {
  case CL_UNORM_SHORT_565:
    widths = {5, 6, 5};
    break;
  case CL_UNORM_SHORT_555:
    widths = {5, 5, 5};
    break;
  case CL_UNORM_INT_101010:
    widths = {10, 10, 10};
    break;
  case CL_UNORM_INT_101010_2:
    widths = {10, 10, 10, 2};
    break;
  case unormInt2_101010:
    widths = {2, 10, 10, 10};
    break;
  default:
    break;
  }
  const std::vector<unsigned> components = componentsOf(format.image_channel_order);
  Bytes bytes;
  if (widths.empty()) {
    for (const unsigned component : components)
      appendChannel(bytes, format, component, colour[component]);
    return bytes;
  }
  cl_uint word = 0;
  for (size_t channel = 0; channel < components.size(); ++channel)
    word =
        word << widths[channel] | unorm(colour[components[channel]], (1u << widths[channel]) - 1);
  append(bytes, word);
  if (format.image_channel_data_type == CL_UNORM_SHORT_565 ||
      format.image_channel_data_type == CL_UNORM_SHORT_555)
    bytes.resize(2);
  return bytes;
}

class ImageFill : public ImageApi {
protected:
  /// A fill of a small image with the colour as this class of formats takes it: its texels.
  template <class Component>
  void expectFilled(const cl_image_format &format, const Colour &colour) {
    std::array<Component, 4> components{};
    for (size_t index = 0; index < 4; ++index)
      components[index] = static_cast<Component>(colour[index]);
    Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 5, 3), format);
    const Texels zero{}, region{5, 3, 1};
    ASSERT_EQ(clEnqueueFillImage(queue, made, components.data(), zero.data(), region.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    const Bytes texel = texelOf(format, colour);
    ASSERT_EQ(texel.size(), elementBytes(made));
    Bytes expected;
    for (int index = 0; index < 15; ++index)
      expected.insert(expected.end(), texel.begin(), texel.end());
    ASSERT_EQ(read(made, region), expected)
        << colour[0] << ' ' << colour[1] << ' ' << colour[2] << ' ' << colour[3];
  }

  static bool isSigned(cl_channel_type type) {
    return type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32;
  }
  static bool isUnsigned(cl_channel_type type) {
    return type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32;
  }
};

TEST_F(ImageFill, ConvertsColoursToEveryFormat) {
  // As a float holds them.
  const std::vector<Colour> floats{
      {0, 0.25f, 0.5f, 1},           {0.1f, 0.9f, 0.3f, 0.7f},
      {-0.5f, 1.5f, -2, 0.001f},     {0.5f / 255, 1.5f / 255, 2.5f / 255, 127.5f / 255},
      {65504, 65520, -1e-7f, 6e-8f}, {0.002f, 0.0031308f, 0.0032f, 0.999f},
      {1.0f / 3, 2049, 2051, -0.0f}};
  const std::vector<Colour> integers{{0, 1, 2, 3},
                                     {-1, 127, 128, 255},
                                     {-128, -129, 32767, 32768},
                                     {-32768, -32769, 65535, 65536},
                                     {2147483647, -2147483648.0, 77, 256}};
  for (const cl_image_format &format : formats(CL_MEM_OBJECT_IMAGE2D)) {
    SCOPED_TRACE(name(format));
    const cl_channel_type type = format.image_channel_data_type;
    if (isSigned(type))
      for (const Colour &colour : integers)
        expectFilled<cl_int>(format, colour);
    else if (isUnsigned(type))
      for (Colour colour : integers) {
        for (double &component : colour)
          component = std::fabs(component);
        expectFilled<cl_uint>(format, colour);
      }
    else
      for (const Colour &colour : floats)
        expectFilled<cl_float>(format, colour);
  }
}

TEST_F(ImageFill, EverySixteenthOfAnSrgbStep) {
  // But not the middle, where the last bits of the formula decide.
  for (int step = 0; step <= 16 * 255; step += 7)
    if (step % 16 != 8)
      expectFilled<cl_float>({CL_sRGBA, CL_UNORM_INT8},
                             {static_cast<float>(linear(step / 16.0 / 255)),
                              static_cast<float>(step / 4080.0), 0.5f,
                              static_cast<float>(step / 4080.0)});
}

TEST_F(ImageFill, NormalisedChannelsHaveNoNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float colour[4] = {nan, nan, nan, nan};
  const Texels zero{}, region{1, 1, 1};
  for (const cl_channel_type type :
       {CL_UNORM_INT8, CL_SNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT16}) {
    Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 1, 1), {CL_RGBA, type});
    ASSERT_EQ(
        clEnqueueFillImage(queue, made, colour, zero.data(), region.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(read(made, region), Bytes(elementBytes(made), 0));
  }
}

TEST_F(ImageFill, PartsOfAllKinds) {
  std::mt19937 random(5);
  for (const cl_image_desc &description : imagesOfAllKinds())
    for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA})
      for (const cl_channel_type type : {CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32}) {
        const cl_image_format format{order, type};
        Model model({1, 1, 1}, 1);
        Memory made = randomImage(description, format, random, model);
        const Box box = Box::in(model.extent, random);
        const cl_uint colour[4] = {1, 2, 3, 4};
        ASSERT_EQ(clEnqueueFillImage(queue, made, colour, box.origin.data(), box.region.data(), 0,
                                     nullptr, nullptr),
                  CL_SUCCESS);
        model.fill(box.origin, box.region, texelOf(format, {1, 2, 3, 4}).data());
        ASSERT_EQ(read(made, model.extent), model.bytes) << description.image_type;
      }
}

} // namespace
} // namespace weft::test
