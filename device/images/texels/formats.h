// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texel formats: the layout of channels in memory, and the components that they represent.
//
// A format class loads and stores N texels at byte offsets from a base. Common formats have their
// own types, so that routines are compiled for them. GenericFormat calls a function for the channel
// kind and count, and looks up the channel order.
#pragma once

#include "device/images/texels/channel_orders.h"
#include "device/images/texels/channels.h"
#include "device/images/texels/memory.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

/// The value of a missing component, 1, as a float or as an integer.
constexpr std::uint32_t oneOf(bool isInteger) {
  return isInteger ? 1 : __builtin_bit_cast(std::uint32_t, 1.0F);
}

/// `count` adjacent channels of one kind, the last perhaps of another.
template <class Kind, int count, class Last = Kind> struct Channels {
  static constexpr int bytes = count * Kind::bits / 8;
  static constexpr bool isInteger = Kind::isInteger;
  /// Whether a texel's channels are four of one kind, which can be converted without reordering.
  static constexpr bool isQuad = count == 4 && __is_same(Kind, Last);
  /// Whether they are the components in memory order.
  static constexpr bool areWords = isQuad && (__is_same(Kind, Float));

  /// Channels in memory order; missing ones are unchanged.
  template <class Offset, int N>
  static void load(const unsigned char *base, Lanes<Offset, N> offsets, Texels<N> &channels) {
    convert<N>(loadRaw<bytes, Offset, N>(base, offsets), channels);
  }
  /// Two consecutive texels each.
  template <class Offset, int N>
  static void loadPairs(const unsigned char *base, Lanes<Offset, N> offsets,
                        Texels<N> (&channels)[2]) {
    RawTexels<bytes, N> raw[2];
    loadRawPairs<bytes, Offset, N>(base, offsets, raw);
    convert<N>(raw[0], channels[0]);
    convert<N>(raw[1], channels[1]);
  }

  template <class Offset, int N>
  static void store(unsigned char *base, Lanes<Offset, N> offsets, Ints<N> mask,
                    const Texels<N> &channels) {
    RawTexels<bytes, N> raw = {};
#pragma unroll
    for (int index = 0; index != count; ++index) {
      const Words<N> component = channels.component[index];
      const Words<N> bits = index == 3 ? Last::template toChannel<N>(component)
                                       : Kind::template toChannel<N>(component);
      constexpr std::uint32_t all = ~std::uint32_t{0} >> (32 - Kind::bits);
      const int place = index * Kind::bits;
      raw.word[place / 32] |= (bits & all) << static_cast<std::uint32_t>(place % 32);
    }
    storeRaw<bytes, Offset, N>(base, offsets, mask, raw);
  }

  /// Consecutive texels, with adjacent channels; `isQuad`.
  template <int N> static Words<N> loadInterleaved(const unsigned char *from) {
    using Element = UnsignedOf<Kind::bits / 8>::Type;
    return Kind::template toComponent<N>(
        __builtin_convertvector(loadFrom<Lanes<Element, N>>(from), Words<N>));
  }
  template <int N> static void storeInterleaved(unsigned char *to, Words<N> components) {
    using Element = UnsignedOf<Kind::bits / 8>::Type;
    storeTo(to,
            __builtin_convertvector(Kind::template toChannel<N>(components), Lanes<Element, N>));
  }

private:
  template <int N> static void convert(const RawTexels<bytes, N> &raw, Texels<N> &channels) {
#pragma unroll
    for (int index = 0; index != count; ++index) {
      const Words<N> bits = take<N>(raw, index);
      channels.component[index] =
          index == 3 ? Last::template toComponent<N>(bits) : Kind::template toComponent<N>(bits);
    }
  }

  template <int N> static Words<N> take(const RawTexels<bytes, N> &raw, int index) {
    constexpr std::uint32_t all = ~std::uint32_t{0} >> (32 - Kind::bits);
    const int place = index * Kind::bits;
    return raw.word[place / 32] >> static_cast<std::uint32_t>(place % 32) & all;
  }
};

/// Channels of different widths in one word; a channel's shift is that of its lowest bit.
template <int texelBytes, int... channelBits> struct PackedUnorm {
  static constexpr int bytes = texelBytes;
  static constexpr bool isInteger = false;

  template <class Offset, int N>
  static void load(const unsigned char *base, Lanes<Offset, N> offsets, Texels<N> &channels) {
    const auto raw = loadRaw<bytes, Offset, N>(base, offsets);
    int shift = (channelBits + ...), index = 0;
    ((shift -= channelBits,
      channels.component[index++] = Unorm<channelBits>::template toComponent<N>(
          raw.word[0] >> static_cast<std::uint32_t>(shift) & ((1u << channelBits) - 1))),
     ...);
  }

  template <class Offset, int N>
  static void store(unsigned char *base, Lanes<Offset, N> offsets, Ints<N> mask,
                    const Texels<N> &channels) {
    RawTexels<bytes, N> raw = {};
    int shift = (channelBits + ...), index = 0;
    ((shift -= channelBits,
      raw.word[0] |= Unorm<channelBits>::template toChannel<N>(channels.component[index++])
                     << static_cast<std::uint32_t>(shift)),
     ...);
    storeRaw<bytes, Offset, N>(base, offsets, mask, raw);
  }
};

using Rgb565 = PackedUnorm<2, 5, 6, 5>;
using Rgb555 = PackedUnorm<2, 5, 5, 5>;
using Rgb101010 = PackedUnorm<4, 10, 10, 10>;
using Rgba1010102 = PackedUnorm<4, 10, 10, 10, 2>;
using Abgr2101010 = PackedUnorm<4, 2, 10, 10, 10>;

/// The components of a texel from its channels.
template <int N>
inline void toComponents(const ChannelOrder &order, std::uint32_t one, Texels<N> &texels) {
  Words<N> known[6];
#pragma unroll
  for (int index = 0; index != 4; ++index)
    known[index] = texels.component[index];
  known[ChannelOrder::zero] = Words<N>(0u);
  known[ChannelOrder::one] = Words<N>(one);
#pragma unroll
  for (int index = 0; index != 4; ++index)
    texels.component[index] = known[order.channelOf[index]];
}

template <int N> inline Texels<N> toChannels(const ChannelOrder &order, const Texels<N> &texels) {
  Texels<N> channels;
#pragma unroll
  for (int index = 0; index != 4; ++index)
    channels.component[index] = texels.component[order.componentOf[index]];
  return channels;
}

/// Element k of the result is element order(k % 4) of the same four.
template <auto order, int N> inline Words<N> reorder(Words<N> quads) {
  return shuffle<N, [](int k) { return k / 4 * 4 + order(k % 4); }>(quads, quads);
}

/// A format known when Weft is built. Offsets have 32 bits, so the image is not larger.
template <class Layout, std::uint32_t channelOrder> struct KnownFormat {
  using Offset = std::uint32_t;
  static constexpr ChannelOrder order = orderOf(channelOrder);

  static constexpr bool hasPairs = true;
  /// Whether the channels of a texel are its components, perhaps reordered.
  static constexpr bool isQuad = Layout::isQuad;
  /// Whether a texel in memory equals the result of a read.
  static constexpr bool areWords = Layout::areWords && channelOrder == orderRgba;

  explicit KnownFormat(const weft_image &) {}

  /// 16 consecutive texels, with the components of each adjacent; `isQuad`.
  Words<64> loadInterleaved(const unsigned char *from) const {
    return reorder<[](int k) { return int{order.channelOf[k]}; }>(
        Layout::template loadInterleaved<64>(from));
  }
  void storeInterleaved(unsigned char *to, Words<64> components) const {
    Layout::template storeInterleaved<64>(
        to, reorder<[](int k) { return int{order.componentOf[k]}; }>(components));
  }

  std::uint32_t borderAlpha() const { return order.hasOpaqueBorder ? oneOf(Layout::isInteger) : 0; }
  std::uint32_t texelBytes() const { return Layout::bytes; }

  template <int N> Texels<N> load(const unsigned char *base, Lanes<Offset, N> offsets) const {
    Texels<N> texels = {};
    Layout::template load<Offset, N>(base, offsets, texels);
    toComponents<N>(order, oneOf(Layout::isInteger), texels);
    return texels;
  }
  template <int N>
  void loadPairs(const unsigned char *base, Lanes<Offset, N> offsets,
                 Texels<N> (&texels)[2]) const {
    texels[0] = texels[1] = {};
    Layout::template loadPairs<Offset, N>(base, offsets, texels);
    toComponents<N>(order, oneOf(Layout::isInteger), texels[0]);
    toComponents<N>(order, oneOf(Layout::isInteger), texels[1]);
  }
  template <int N>
  void store(unsigned char *base, Lanes<Offset, N> offsets, Ints<N> mask,
             const Texels<N> &texels) const {
    Layout::template store<Offset, N>(base, offsets, mask, toChannels<N>(order, texels));
  }
};

/// Accesses the channels of any format.
struct ChannelAccess {
  using Offset = std::uint64_t;
  template <int N>
  using Load = void(const unsigned char *base, const Lanes<Offset, N> &offsets,
                    Texels<N> &channels);
  template <int N>
  using Store = void(unsigned char *base, const Lanes<Offset, N> &offsets, const Ints<N> &mask,
                     const Texels<N> &channels);

  Load<16> *load;
  Load<1> *loadOne;
  Store<16> *store;
  Store<1> *storeOne;
  bool isInteger;
};

/// The access for an image's format; a no-op for invalid formats.
const ChannelAccess &channelAccessOf(const weft_image &image);

struct GenericFormat {
  using Offset = ChannelAccess::Offset;
  static constexpr bool hasPairs = false, isQuad = false, areWords = false;

  explicit GenericFormat(const weft_image &image)
      : access(channelAccessOf(image)), order(orderOf(image.channel_order)),
        bytes(image.element_bytes) {}

  std::uint32_t borderAlpha() const { return order.hasOpaqueBorder ? oneOf(access.isInteger) : 0; }
  std::uint32_t texelBytes() const { return bytes; }

  template <int N> Texels<N> load(const unsigned char *base, Lanes<Offset, N> offsets) const {
    Texels<N> texels = {};
    if constexpr (N == 1)
      access.loadOne(base, offsets, texels);
    else
      access.load(base, offsets, texels);
    toComponents<N>(order, oneOf(access.isInteger), texels);
    return texels;
  }
  template <int N>
  void store(unsigned char *base, Lanes<Offset, N> offsets, Ints<N> mask,
             const Texels<N> &texels) const {
    const Texels<N> channels = toChannels<N>(order, texels);
    if constexpr (N == 1)
      access.storeOne(base, offsets, mask, channels);
    else
      access.store(base, offsets, mask, channels);
  }

private:
  const ChannelAccess &access;
  const ChannelOrder &order;
  std::uint32_t bytes;
};

} // namespace weft::device::WEFT_IMAGE_LEVEL
