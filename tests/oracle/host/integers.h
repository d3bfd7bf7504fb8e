// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of integers (section 6.15.3). Most are exact in a type that is wide enough, and
// return what the type holds of it. Included by opencl_host.h.
#pragma once

namespace weft::oracle {

template <class Element> Element clamped(Wide<Element> value) {
  return value > highest<Element>  ? highest<Element>
         : value < lowest<Element> ? lowest<Element>
                                   : static_cast<Element>(value);
}

/// The low 24 bits as a number of the type.
template <class Element> Element low24(Element value) {
  return isSigned<Element> ? static_cast<Element>(static_cast<uint>(value) << 8) >> 8
                           : value & static_cast<Element>(0xffffff);
}

template <class Element> int leadingZeros(Element value) {
  int count = 0;
  while (count < bitsOf<Element> && (value >> (bitsOf<Element> - 1 - count) & 1) == 0)
    ++count;
  return count;
}

template <class Element> int trailingZeros(Element value) {
  int count = 0;
  while (count < bitsOf<Element> && (value >> count & 1) == 0)
    ++count;
  return count;
}

template <class Element> int ones(Element value) {
  int count = 0;
  for (int bit = 0; bit < bitsOf<Element>; ++bit)
    count += value >> bit & 1;
  return count;
}

template <class Element> Element rotated(Element value, Element by) {
  const auto bits = static_cast<Unsigned<Element>>(value);
  const int left = static_cast<Unsigned<Element>>(by) % bitsOf<Element>;
  return left == 0 ? value
                   : static_cast<Element>(
                         static_cast<Unsigned<Element>>(bits << left) |
                         static_cast<Unsigned<Element>>(bits >> (bitsOf<Element> - left)));
}

} // namespace weft::oracle

#define WEFT_UNARY(name, expression)                                                               \
  template <class Type> Type name(Type value) {                                                    \
    using namespace weft::oracle;                                                                  \
    return componentwise<Type>([](auto x) { return expression; }, value);                          \
  }
#define WEFT_BINARY(name, expression)                                                              \
  template <class Type> Type name(Type left, weft::oracle::Same<Type> right) {                     \
    using namespace weft::oracle;                                                                  \
    using Element = ElementOf<Type>;                                                               \
    using Large = Wide<Element>;                                                                   \
    return componentwise<Type>([](Element x, Element y) { return expression; }, left, right);      \
  }
#define WEFT_TERNARY(name, expression)                                                             \
  template <class Type>                                                                            \
  Type name(Type first, weft::oracle::Same<Type> second, weft::oracle::Same<Type> third) {         \
    using namespace weft::oracle;                                                                  \
    using Element = ElementOf<Type>;                                                               \
    using Large = Wide<Element>;                                                                   \
    return componentwise<Type>([](Element x, Element y, Element z) { return expression; }, first,  \
                               second, third);                                                     \
  }

WEFT_UNARY(popcount, ones(x))
WEFT_UNARY(clz, leadingZeros(x))
WEFT_UNARY(ctz, trailingZeros(x))
WEFT_BINARY(add_sat, clamped<Element>(Large(x) + y))
WEFT_BINARY(hadd, (Large(x) + y) >> 1)
WEFT_BINARY(rhadd, (Large(x) + y + 1) >> 1)
WEFT_BINARY(mul_hi, (Large(x) * y) >> bitsOf<Element>)
WEFT_BINARY(mul24, low24(x) * Large(low24(y)))
WEFT_BINARY(rotate, rotated(x, y))
WEFT_TERNARY(mad_hi, ((Large(x) * y) >> bitsOf<Element>)+z)
WEFT_TERNARY(mad_sat, clamped<Element>(Large(x) * y + z))
#ifdef WEFT_ORACLE_FAULT // shows that a wrong result is found
WEFT_TERNARY(mad24, low24(x) * Large(low24(y)) + z + 1)
#else
WEFT_TERNARY(mad24, low24(x) * Large(low24(y)) + z)
#endif

// Where the wide type has no sign, the difference may be below zero.
template <class Type> Type sub_sat(Type left, weft::oracle::Same<Type> right) {
  using namespace weft::oracle;
  using Element = ElementOf<Type>;
  return componentwise<Type>(
      [](Element x, Element y) {
        const __int128 difference = static_cast<__int128>(x) - y;
        return difference > highest<Element>  ? highest<Element>
               : difference < lowest<Element> ? lowest<Element>
                                              : static_cast<Element>(difference);
      },
      left, right);
}

template <class Type>
weft::oracle::With<Type, weft::oracle::Unsigned<weft::oracle::ElementOf<Type>>>
abs_diff(Type left, weft::oracle::Same<Type> right) {
  using namespace weft::oracle;
  return componentwise<With<Type, Unsigned<ElementOf<Type>>>>(
      [](__int128 x, __int128 y) { return x > y ? x - y : y - x; }, left, right);
}

template <class Type>
weft::oracle::With<Type, weft::oracle::Unsigned<weft::oracle::ElementOf<Type>>> abs(Type value) {
  return abs_diff(value, Type(0));
}

/// The wider type whose upper half is `high`.
template <class Type>
auto upsample(Type high,
              weft::oracle::With<Type, weft::oracle::Unsigned<weft::oracle::ElementOf<Type>>> low) {
  using namespace weft::oracle;
  using Element = ElementOf<Type>;
  using Result = typename IntegerOf<2 * sizeof(Element), isSigned<Element>>::Result;
  return componentwise<With<Type, Result>>(
      [](Element x, Unsigned<Element> y) {
        return (static_cast<Wide<Result>>(x) << bitsOf<Element>) | y;
      },
      high, low);
}

// Of integers and of real numbers.
WEFT_BINARY(min, y < x ? y : x)
WEFT_BINARY(max, x < y ? y : x)
template <class Type>
Type clamp(Type value, weft::oracle::Same<Type> least, weft::oracle::Same<Type> most) {
  return min(max(value, least), most);
}
