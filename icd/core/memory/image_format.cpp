// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/image_format.h"

#include <algorithm>

namespace weft::icd {
namespace {

/// A set of channel types: bit k stands for CL_SNORM_INT8 + k.
using Types = std::uint32_t;

constexpr Types setOf(cl_channel_type type) { return Types{1} << (type - CL_SNORM_INT8); }
template <class... Rest> constexpr Types setOf(cl_channel_type type, Rest... rest) {
  return setOf(type) | setOf(rest...);
}

struct ChannelType {
  cl_channel_type type;
  ChannelClass channelClass;
  std::uint8_t bytes; ///< of each channel; of the texel if packed in one word
  bool isPacked;
};

constexpr std::array channelTypes{
    ChannelType{CL_SNORM_INT8, ChannelClass::Float, 1, false},
    ChannelType{CL_SNORM_INT16, ChannelClass::Float, 2, false},
    ChannelType{CL_UNORM_INT8, ChannelClass::Float, 1, false},
    ChannelType{CL_UNORM_INT16, ChannelClass::Float, 2, false},
    ChannelType{CL_UNORM_SHORT_565, ChannelClass::Float, 2, true},
    ChannelType{CL_UNORM_SHORT_555, ChannelClass::Float, 2, true},
    ChannelType{CL_UNORM_INT_101010, ChannelClass::Float, 4, true},
    ChannelType{CL_UNORM_INT_101010_2, ChannelClass::Float, 4, true},
    ChannelType{unormInt2_101010, ChannelClass::Float, 4, true},
    ChannelType{CL_SIGNED_INT8, ChannelClass::SignedInteger, 1, false},
    ChannelType{CL_SIGNED_INT16, ChannelClass::SignedInteger, 2, false},
    ChannelType{CL_SIGNED_INT32, ChannelClass::SignedInteger, 4, false},
    ChannelType{CL_UNSIGNED_INT8, ChannelClass::UnsignedInteger, 1, false},
    ChannelType{CL_UNSIGNED_INT16, ChannelClass::UnsignedInteger, 2, false},
    ChannelType{CL_UNSIGNED_INT32, ChannelClass::UnsignedInteger, 4, false},
    ChannelType{CL_HALF_FLOAT, ChannelClass::Float, 2, false},
    ChannelType{CL_FLOAT, ChannelClass::Float, 4, false},
};

struct ChannelOrder {
  cl_channel_order order;
  Types types;
  std::uint8_t channels; ///< 0: unsupported on all devices
};

constexpr Types smallTypes = setOf(CL_SNORM_INT8, CL_UNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8);
constexpr Types greyTypes =
    setOf(CL_SNORM_INT8, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16, CL_HALF_FLOAT, CL_FLOAT);
constexpr Types allTypes =
    smallTypes | greyTypes |
    setOf(CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32);
constexpr Types packedRgbTypes = setOf(CL_UNORM_SHORT_565, CL_UNORM_SHORT_555, CL_UNORM_INT_101010);

constexpr std::array channelOrders{
    ChannelOrder{CL_R, allTypes, 1},
    ChannelOrder{CL_A, allTypes, 1},
    ChannelOrder{CL_RG, allTypes, 2},
    ChannelOrder{CL_RA, allTypes, 2},
    ChannelOrder{CL_RGB, packedRgbTypes, 3},
    ChannelOrder{CL_RGBA, allTypes | setOf(CL_UNORM_INT_101010_2), 4},
    ChannelOrder{CL_BGRA, smallTypes, 4},
    ChannelOrder{CL_ARGB, smallTypes, 4},
    ChannelOrder{CL_ABGR, smallTypes | setOf(unormInt2_101010), 4},
    ChannelOrder{CL_sRGBA, setOf(CL_UNORM_INT8), 4},
    ChannelOrder{CL_sBGRA, setOf(CL_UNORM_INT8), 4},
    ChannelOrder{CL_INTENSITY, greyTypes, 1},
    ChannelOrder{CL_LUMINANCE, greyTypes, 1},
    ChannelOrder{CL_DEPTH, setOf(CL_UNORM_INT16, CL_FLOAT), 1},
    ChannelOrder{CL_Rx, allTypes, 0},
    ChannelOrder{CL_RGx, packedRgbTypes, 0},
    ChannelOrder{CL_RGBx, packedRgbTypes, 0},
    ChannelOrder{CL_sRGB, setOf(CL_UNORM_INT8), 0},
    ChannelOrder{CL_sRGBx, setOf(CL_UNORM_INT8), 0},
};

/// Calls body(order, type) for each supported combination.
template <class Body> constexpr void forEachFormat(Body body) {
  for (const ChannelOrder &order : channelOrders)
    for (const ChannelType &type : channelTypes)
      if (order.channels && order.types & setOf(type.type))
        body(order, type);
}

consteval std::size_t countFormats() {
  std::size_t count = 0;
  forEachFormat([&](const ChannelOrder &, const ChannelType &) { ++count; });
  return count;
}

consteval auto makeFormats() {
  std::array<ImageFormat, countFormats()> formats{};
  std::size_t count = 0;
  forEachFormat([&](const ChannelOrder &order, const ChannelType &type) {
    const unsigned bytes = type.isPacked ? type.bytes : type.bytes * order.channels;
    formats[count++] = {order.order, type.type, type.channelClass,
                        static_cast<std::uint8_t>(bytes)};
  });
  return formats;
}

constexpr auto formats = makeFormats();

} // namespace

std::span<const ImageFormat> imageFormats() { return formats; }

const ImageFormat *findImageFormat(const cl_image_format &descriptor) {
  const auto found = std::ranges::find_if(formats, [&](const ImageFormat &format) {
    return format.order == descriptor.image_channel_order &&
           format.type == descriptor.image_channel_data_type;
  });
  return found == formats.end() ? nullptr : &*found;
}

bool isImageFormat(const cl_image_format &descriptor) {
  const cl_channel_type type = descriptor.image_channel_data_type;
  const bool isType =
      std::ranges::find(channelTypes, type, &ChannelType::type) != channelTypes.end();
  return isType && std::ranges::any_of(channelOrders, [&](const ChannelOrder &order) {
           return order.order == descriptor.image_channel_order && order.types & setOf(type);
         });
}

bool areCompatible(cl_channel_order made, cl_channel_order from) {
  static constexpr std::array<std::array<cl_channel_order, 2>, 4> linear{
      {{CL_sBGRA, CL_BGRA}, {CL_sRGBA, CL_RGBA}, {CL_sRGB, CL_RGB}, {CL_sRGBx, CL_RGBx}}};
  return (made == CL_DEPTH && from == CL_R) || std::ranges::any_of(linear, [&](const auto &pair) {
           return (made == pair[0] && from == pair[1]) || (made == pair[1] && from == pair[0]);
         });
}

} // namespace weft::icd
