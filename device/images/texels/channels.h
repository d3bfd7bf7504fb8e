// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between the channels of images and the components of texels (OpenCL C 6.15.15.10).
//
// A normalised channel c of n steps is c / n, correctly rounded: n = 2^k - 1, c * 2^-k is exact,
// and the error of c times the remainder of 1 / n is too small to change the sum, whether the
// product is rounded or not (a test tries all c). Components become channels as the specification
// converts them: saturated, rounded to nearest even.
#pragma once

#include "device/images/texels/half.h"
#include "device/images/texels/srgb.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

/// c / (2^bits - 1) for integers c of up to `bits` bits.
template <int bits, int N> inline Floats<N> divideBySteps(Floats<N> value) {
  constexpr double coarse = 1.0 / (std::uint64_t{1} << bits);
  constexpr double rest = 1.0 / ((std::uint64_t{1} << bits) - 1) - coarse;
  const Floats<N> most = value * static_cast<float>(coarse);
#ifdef __FMA__
  return __builtin_elementwise_fma(value, Floats<N>(static_cast<float>(rest)), most);
#else
  return most + value * static_cast<float>(rest);
#endif
}

/// The nearest integer, ties to even; |value| <= 2^22.
template <int N> inline Ints<N> roundToEven(Floats<N> value) {
  constexpr float middle = 12582912.0F; // 1.5 * 2^23: its neighbours differ by one
  constexpr std::int32_t bits = 0x4b400000;
  return intsOf<N>(wordsOf<N>(value + middle)) - bits;
}

template <int N> inline Ints<N> signExtend(Words<N> value, int bits) {
  return intsOf<N>(value << static_cast<std::uint32_t>(32 - bits)) >>
         static_cast<std::int32_t>(32 - bits);
}

// Each channel kind has its width, whether components are integers, and both conversions. A channel
// is in the low bits; `toComponent` gets zeros above them.

template <int channelBits> struct Unorm {
  static constexpr int bits = channelBits;
  static constexpr bool isInteger = false;
  template <int N> static Words<N> toComponent(Words<N> channel) {
    return wordsOf<N>(
        divideBySteps<bits, N>(__builtin_convertvector(intsOf<N>(channel), Floats<N>)));
  }
  template <int N> static Words<N> toChannel(Words<N> component) {
    constexpr float steps = (1 << bits) - 1;
    return wordsOf<N>(roundToEven<N>(clamp<N>(floatsOf<N>(component) * steps, 0, steps)));
  }
};

template <int channelBits> struct Snorm {
  static constexpr int bits = channelBits;
  static constexpr bool isInteger = false;
  template <int N> static Words<N> toComponent(Words<N> channel) {
    const Floats<N> value = divideBySteps<bits - 1, N>(
        __builtin_convertvector(signExtend<N>(channel, bits), Floats<N>));
    const Floats<N> least = -1.0F;
    return wordsOf<N>(value > least ? value : least);
  }
  template <int N> static Words<N> toChannel(Words<N> component) {
    constexpr float steps = (1 << (bits - 1)) - 1;
    // NaN becomes 0, as in saturated conversions.
    Floats<N> value = floatsOf<N>(component);
    value = value >= -__builtin_inff() ? value : Floats<N>(0);
    return wordsOf<N>(roundToEven<N>(clamp<N>(value * steps, -steps - 1, steps)));
  }
};

template <int channelBits> struct Signed {
  static constexpr int bits = channelBits;
  static constexpr bool isInteger = true;
  template <int N> static Words<N> toComponent(Words<N> channel) {
    return wordsOf<N>(signExtend<N>(channel, bits));
  }
  template <int N> static Words<N> toChannel(Words<N> component) {
    if constexpr (bits == 32)
      return component;
    else
      return wordsOf<N>(clamp<N>(intsOf<N>(component), -(1 << (bits - 1)), (1 << (bits - 1)) - 1));
  }
};

template <int channelBits> struct Unsigned {
  static constexpr int bits = channelBits;
  static constexpr bool isInteger = true;
  template <int N> static Words<N> toComponent(Words<N> channel) { return channel; }
  template <int N> static Words<N> toChannel(Words<N> component) {
    if constexpr (bits == 32) {
      return component;
    } else {
      const Words<N> most = (1u << bits) - 1;
      return __builtin_elementwise_min(component, most);
    }
  }
};

struct Half {
  static constexpr int bits = 16;
  static constexpr bool isInteger = false;
  template <int N> static Words<N> toComponent(Words<N> channel) { return halfToFloat<N>(channel); }
  template <int N> static Words<N> toChannel(Words<N> component) {
    return floatToHalf<N>(component);
  }
};

struct Float {
  static constexpr int bits = 32;
  static constexpr bool isInteger = false;
  template <int N> static Words<N> toComponent(Words<N> channel) { return channel; }
  template <int N> static Words<N> toChannel(Words<N> component) { return component; }
};

/// The colours of sRGB; its alpha is Unorm<8>.
struct Srgb {
  static constexpr int bits = 8;
  static constexpr bool isInteger = false;
  template <int N> static Words<N> toComponent(Words<N> channel) {
    Words<N> result = {};
    for (int lane = 0; lane != N; ++lane)
      result[lane] = linearOfSrgb(channel[lane]);
    return result;
  }
  template <int N> static Words<N> toChannel(Words<N> component) {
    Words<N> result = {};
    for (int lane = 0; lane != N; ++lane)
      result[lane] = srgbOfLinear(floatsOf<N>(component)[lane]);
    return result;
  }
};

} // namespace weft::device::WEFT_IMAGE_LEVEL
