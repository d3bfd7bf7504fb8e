// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the kernel library share: interesting operands, and errors in units in the last
// place against results in long double.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace weft::test {

/// OpenCL C's name of a type of the host.
template <class T> std::string clName() {
  if constexpr (std::floating_point<T>)
    return sizeof(T) == 4 ? "float" : "double";
  const char *names[] = {"char", "short", "int", "long"};
  return std::string(std::is_unsigned_v<T> ? "u" : "") + names[std::countr_zero(sizeof(T))];
}

template <class T> using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/// Vector widths, 1 for scalars, and what OpenCL C appends to a type's name for each.
inline constexpr int widths[] = {1, 2, 3, 4, 8, 16};
inline std::string widthSuffix(int width) { return width == 1 ? "" : std::to_string(width); }

/// Numbers of operands are multiples of this, so that every width divides them.
inline constexpr size_t operandBlock = 48;

/// Zeros, infinities, NaN, the edges of the ranges, whole and half numbers and their neighbours.
template <std::floating_point T> std::vector<T> specialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::infinity(),
                           Limits::max(),
                           Limits::max() / 2,
                           Limits::min(),
                           Limits::denorm_min(),
                           Limits::denorm_min() * 2,
                           Limits::denorm_min() * 4,
                           Limits::min() - Limits::denorm_min(),
                           Limits::denorm_min() * 127,
                           Limits::epsilon(),
                           T(M_PI),
                           T(M_PI_2),
                           T(M_PI_4),
                           T(1e10),
                           T(3e-10)};
  for (T base : {T(0.25),
                 T(0.5),
                 T(1),
                 T(1.5),
                 T(2),
                 T(2.5),
                 T(3),
                 T(4),
                 T(7.5),
                 T(10),
                 T(88),
                 T(89),
                 T(127),
                 T(128),
                 T(255.5),
                 T(709),
                 T(1023),
                 T(1024),
                 T(8388608.5),
                 T(16777217),
                 T(4503599627370497.5),
                 T(9007199254740993)}) {
    for (T value : {base, std::nextafter(base, T(0)), std::nextafter(base, Limits::max())})
      values.push_back(value);
  }
  for (size_t i = values.size(); i-- > 0;)
    values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

/// A mixture of random representations, of all and of moderate magnitudes (2^-16 to 2^10), and of
/// random numbers of moderate size.
template <std::floating_point T, std::uniform_random_bit_generator Random>
T randomValue(Random &random) {
  static_assert(Random::max() == UINT64_MAX);
  using Limits = std::numeric_limits<T>;
  constexpr int fractionBits = Limits::digits - 1;
  const uint64_t bits = random();
  const auto representation = static_cast<BitsOf<T>>(bits);
  const T fraction = static_cast<T>(static_cast<int64_t>(bits)) * T(0x1p-63);
  const uint64_t exponent = (bits >> 58) % 26 + Limits::max_exponent - 17;
  const BitsOf<T> signAndFraction = ~std::bit_cast<BitsOf<T>>(Limits::infinity()) & representation;
  const T values[] = {
      std::bit_cast<T>(representation),
      std::bit_cast<T>(static_cast<BitsOf<T>>(exponent << fractionBits) | signAndFraction),
      2 * fraction, 100 * fraction, static_cast<T>(static_cast<int>(bits % 2001) - 1000) / 4};
  return values[random() % std::size(values)];
}

/// The distance of `got` from the exact result in units in the last place of T. Infinite where NaN,
/// infinity or the sign of a zero (if `zeroSigns`) differ.
template <std::floating_point T, std::floating_point Real = long double>
double ulpError(T got, Real exact, bool zeroSigns = true) {
  using Limits = std::numeric_limits<T>;
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) == std::isnan(got) ? 0 : wrong;
  T rounded = static_cast<T>(exact);
  if (got == rounded)
    return got == 0 && zeroSigns && std::signbit(got) != std::signbit(rounded) ? wrong : 0;
  if (std::isinf(exact))
    return wrong;
  // Beyond the greatest number the next step would be this one.
  const auto beyond = [] { return std::ldexp(Real(1), Limits::max_exponent); };
  const Real value = std::isinf(got) ? std::copysign(beyond(), static_cast<Real>(got)) : got;
  // The number of T next to the exact one towards zero has its exponent.
  const Real magnitude = std::fabs(exact);
  auto bits = std::bit_cast<BitsOf<T>>(std::fabs(rounded));
  bits -= std::fabs(rounded) > magnitude;
  const T power = std::bit_cast<T>(bits & std::bit_cast<BitsOf<T>>(Limits::infinity()));
  const Real unit = Real(std::max(power, Limits::min())) * Limits::epsilon();
  return static_cast<double>(std::fabs(value - exact) / unit);
}

/// The kernel `<name>_<width>` that applies `expression`, in which a, b and c are the operands, to
/// elements of the given types. Three-element vectors are packed, as vload3 and vstore3 have them.
inline std::string elementKernel(const std::string &name, int width, const std::string &expression,
                                 const std::string &result,
                                 const std::vector<std::string> &operands) {
  std::string n = widthSuffix(width), parameters, loads;
  for (size_t i = 0; i < operands.size(); ++i) {
    std::string variable(1, static_cast<char>('a' + i)), array = "array_" + variable;
    parameters += "global const " + operands[i] + (width == 3 ? "" : n) + " *" + array + ", ";
    loads += "  " + operands[i] + n + " " + variable + " = " +
             (width == 3 ? "vload3(i, " + array + ")" : array + "[i]") + ";\n";
  }
  std::string store =
      width == 3 ? "vstore3(" + expression + ", i, results)" : "results[i] = " + expression;
  return "kernel void " + name + "_" + std::to_string(width) + "(" + parameters + "global " +
         result + (width == 3 ? "" : n) + " *results) {\n  size_t i = get_global_id(0);\n" + loads +
         "  " + store + ";\n}\n";
}

} // namespace weft::test
