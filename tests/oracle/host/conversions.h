// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// as_type() and convert_type() with and without saturation: the functions of sections 6.4.3.3 and
// 6.4.4.2. Included by opencl_host.h.
#pragma once

namespace weft::oracle {

/// Truncates, and takes what the type cannot hold to its nearest value; not-a-number becomes zero.
template <class To, class From> To saturated(From value) {
  if constexpr (isReal<To>) {
    return static_cast<To>(value);
  } else if constexpr (isReal<From>) {
    // The first power of two above the type's numbers is a number of every real type.
    const From end = static_cast<From>(highest<To> / 2 + 1) * 2;
    if (value != value)
      return 0;
    if (value >= end)
      return highest<To>;
    if (value <= static_cast<From>(lowest<To>))
      return lowest<To>;
    return static_cast<To>(value);
  } else {
    const __int128 wide = value;
    return wide > highest<To>  ? highest<To>
           : wide < lowest<To> ? lowest<To>
                               : static_cast<To>(value);
  }
}

template <class To, class From> To convert(const From &value) {
  static_assert(widthOf<To> == widthOf<From>);
  return componentwise<To>([](auto x) { return static_cast<ElementOf<To>>(x); }, value);
}

template <class To, class From> To convertSaturated(const From &value) {
  static_assert(widthOf<To> == widthOf<From>);
  return componentwise<To>([](auto x) { return saturated<ElementOf<To>>(x); }, value);
}

template <class To, class From> To as(From value) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

} // namespace weft::oracle

#define WEFT_CONVERSIONS_TO(type)                                                                  \
  template <class From> type convert_##type(From value) {                                          \
    return weft::oracle::convert<type>(value);                                                     \
  }                                                                                                \
  template <class From> type convert_##type##_sat(From value) {                                    \
    return weft::oracle::convertSaturated<type>(value);                                            \
  }                                                                                                \
  template <class From> type as_##type(From value) { return weft::oracle::as<type>(value); }
#define WEFT_CONVERSIONS(type)                                                                     \
  WEFT_CONVERSIONS_TO(type)                                                                        \
  WEFT_CONVERSIONS_TO(type##2)                                                                     \
  WEFT_CONVERSIONS_TO(type##3)                                                                     \
  WEFT_CONVERSIONS_TO(type##4)                                                                     \
  WEFT_CONVERSIONS_TO(type##8)                                                                     \
  WEFT_CONVERSIONS_TO(type##16)
WEFT_FOR_ELEMENTS(WEFT_CONVERSIONS)
#undef WEFT_CONVERSIONS
#undef WEFT_CONVERSIONS_TO
