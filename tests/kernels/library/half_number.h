// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half on the host: its representation, what it is worth, and rounding to it in every mode.
#pragma once

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <ostream>
#include <vector>

namespace weft::test {

struct Half {
  std::uint16_t bits = 0;

  static constexpr std::uint16_t infinity = 0x7c00;

  bool isNan() const { return (bits & 0x7fff) > infinity; }
  bool operator==(const Half &) const = default;

  operator float() const {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float magnitude;
    if (exponent == 31)
      magnitude = fraction ? std::numeric_limits<float>::quiet_NaN()
                           : std::numeric_limits<float>::infinity();
    else
      magnitude = exponent == 0 ? std::ldexp(float(fraction), -24)
                                : std::ldexp(float(fraction + 1024), exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
  }
};

inline std::ostream &operator<<(std::ostream &stream, Half half) {
  return stream << static_cast<float>(half);
}

/// One NaN is as good as another.
inline bool isSame(Half a, Half b) { return a == b || (a.isNan() && b.isNan()); }

/// Rounds to a multiple of the quantum of the half around `x`; x / quantum is exact.
inline Half toHalf(long double x, int rounding = FE_TONEAREST) {
  const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  const auto signedHalf = [&](long magnitude) {
    return Half{static_cast<std::uint16_t>(sign | magnitude)};
  };
  if (std::isnan(x))
    return {Half::infinity | 1};
  if (std::isinf(x))
    return signedHalf(Half::infinity);
  const int exponent = x == 0 ? -14 : std::max(std::ilogb(x), -14);
  const int before = std::fegetround();
  std::fesetround(rounding);
  // Volatile, as compilers do not know that arithmetic depends on the mode.
  volatile long double scaled = std::ldexp(x, 10 - std::min(exponent, 17));
  volatile long double quanta = std::nearbyintl(scaled);
  std::fesetround(before);
  // Running over into the next binade, or out of the subnormals, is a carry into the exponent.
  const long bits = exponent > 16 ? Half::infinity + 1024
                                  : (exponent + 14) * 1024 + std::labs(static_cast<long>(quanta));
  if (bits < Half::infinity)
    return signedHalf(bits);
  const bool outwards = rounding == FE_TONEAREST || rounding == (sign ? FE_DOWNWARD : FE_UPWARD);
  return signedHalf(outwards ? Half::infinity : Half::infinity - 1);
}

/// Halves and the middles between two, with their neighbours in T, of both signs: the first and
/// last `dense` ones, and every `stride`-th between.
template <class T> std::vector<T> aroundHalves(unsigned dense, unsigned stride) {
  const auto worth = [](unsigned bits) {
    return bits < Half::infinity ? T(Half{static_cast<std::uint16_t>(bits)}) : T(65536);
  };
  std::vector<T> values;
  for (unsigned bits = 0; bits <= Half::infinity;
       bits += bits < dense || bits >= Half::infinity - dense ? 1 : stride)
    for (T base : {worth(bits), (worth(bits) + worth(bits + 1)) / 2})
      for (T value : {base, std::nextafter(base, T(0)), std::nextafter(base, T(1e30))})
        values.insert(values.end(), {value, -value});
  return values;
}

/// The distance of `got` from the exact result in units in the last place of half. Infinite where
/// NaN, infinity or the sign of a zero (if `zeroSigns`) differ.
inline double halfError(Half got, long double exact, bool zeroSigns = true) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  const Half rounded = toHalf(exact);
  if (got.isNan() || rounded.isNan())
    return got.isNan() == rounded.isNan() ? 0 : wrong;
  if (got == rounded)
    return 0;
  if (float(got) == 0 && float(rounded) == 0)
    return zeroSigns ? wrong : 0;
  if (std::isinf(exact))
    return wrong;
  // Beyond the greatest number the next step would be this one.
  const float value = got;
  const long double reached = std::isinf(value) ? std::copysign(65536.0f, value) : value;
  const int exponent = exact == 0 ? -14 : std::clamp(std::ilogb(exact), -14, 15);
  return static_cast<double>(std::fabs(reached - exact) / std::ldexp(1.0L, exponent - 10));
}

} // namespace weft::test
