// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// convert_* (OpenCL C 6.4.3) to one destination type: a source defines the conversions to a type by
// including this file and using WEFT_CONVERSIONS_TO_INTEGER or WEFT_CONVERSIONS_TO_FLOAT.
//
// Integer to integer: `_sat` clamps in the source's type to the part of its range that the
// destination also has. Floating point to integer: the value is first rounded to an integral value
// (towards zero by default, as by the machine's conversion), then converted; `_sat` replaces values
// out of range, and turns a NaN into 0. Half is converted by way of float, which has all its
// values. To floating point: the machine rounds to nearest even; the directed roundings consist of
// exact steps, explained at each.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

// The properties of a type in the preprocessor: minimum and maximum, and the type of the mask from
// comparing its vectors.
#define WEFT_LEAST_char CHAR_MIN
#define WEFT_LEAST_uchar 0
#define WEFT_LEAST_short SHRT_MIN
#define WEFT_LEAST_ushort 0
#define WEFT_LEAST_int INT_MIN
#define WEFT_LEAST_uint 0
#define WEFT_LEAST_long LONG_MIN
#define WEFT_LEAST_ulong 0
#define WEFT_GREATEST_char CHAR_MAX
#define WEFT_GREATEST_uchar UCHAR_MAX
#define WEFT_GREATEST_short SHRT_MAX
#define WEFT_GREATEST_ushort USHRT_MAX
#define WEFT_GREATEST_int INT_MAX
#define WEFT_GREATEST_uint UINT_MAX
#define WEFT_GREATEST_long LONG_MAX
#define WEFT_GREATEST_ulong ULONG_MAX
#define WEFT_MASK_char char
#define WEFT_MASK_uchar char
#define WEFT_MASK_short short
#define WEFT_MASK_ushort short
#define WEFT_MASK_int int
#define WEFT_MASK_uint int
#define WEFT_MASK_long long
#define WEFT_MASK_ulong long
#define WEFT_MASK_float int
#define WEFT_MASK_double long
#define WEFT_PASTE_(a, b) a##b
#define WEFT_PASTE(a, b) WEFT_PASTE_(a, b)

// The source's values that the destination also has, both integer types. Minima are compared as
// long and maxima as ulong, which can represent them all.
#define WEFT_LOWEST_COMMON(source, destination)                                                    \
  ((source)((long)WEFT_LEAST_##source > (long)WEFT_LEAST_##destination                             \
                ? (long)WEFT_LEAST_##source                                                        \
                : (long)WEFT_LEAST_##destination))
#define WEFT_HIGHEST_COMMON(source, destination)                                                   \
  ((source)((ulong)WEFT_GREATEST_##source < (ulong)WEFT_GREATEST_##destination                     \
                ? (ulong)WEFT_GREATEST_##source                                                    \
                : (ulong)WEFT_GREATEST_##destination))

#define WEFT_INTEGRAL_rtz(x) (x)
#define WEFT_INTEGRAL_rte(x) __builtin_elementwise_roundeven(x)
#define WEFT_INTEGRAL_rtp(x) __builtin_elementwise_ceil(x)
#define WEFT_INTEGRAL_rtn(x) __builtin_elementwise_floor(x)

// Integer to integer.

#define WEFT_INTEGER_TO_INTEGER(suffix, destination, source)                                       \
  OVERLOAD WEFT_PURE destination convert_##destination##suffix(source x) {                         \
    return (destination)x;                                                                         \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination convert_##destination##_sat##suffix(source x) {                   \
    const source lowest = WEFT_LOWEST_COMMON(source, destination);                                 \
    const source highest = WEFT_HIGHEST_COMMON(source, destination);                               \
    return (destination)(x < lowest ? lowest : x > highest ? highest : x);                         \
  }                                                                                                \
  WEFT_EACH_VECTOR_WIDTH(WEFT_INTEGER_TO_INTEGER_N, suffix, destination, source)

#define WEFT_INTEGER_TO_INTEGER_N(n, suffix, destination, source)                                  \
  OVERLOAD WEFT_PURE destination##n convert_##destination##n##suffix(source##n x) {                \
    return __builtin_convertvector(x, destination##n);                                             \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##n convert_##destination##n##_sat##suffix(source##n x) {          \
    x = __builtin_elementwise_max(x, (source##n)WEFT_LOWEST_COMMON(source, destination));          \
    x = __builtin_elementwise_min(x, (source##n)WEFT_HIGHEST_COMMON(source, destination));         \
    return __builtin_convertvector(x, destination##n);                                             \
  }

// Floating point to integer. If saturating, the value is first clamped to the destination's
// minimum, which the source has too, and which replaces a NaN. If the source has all values of the
// destination (an integer of half its size), it is clamped to the maximum as well. Otherwise
// (source)maximum may round up to the first value out of range, and either way the result from
// there on is the destination's maximum.
//
// A clamped value is rounded to nearest even by adding a number whose last place is 1: the sum's
// low bits are the result.

#define WEFT_HAS_ALL(source, destination) (2 * sizeof(destination) <= sizeof(source))
#define WEFT_IS_NEAREST_rte 1
#define WEFT_IS_NEAREST_rtz 0
#define WEFT_IS_NEAREST_rtp 0
#define WEFT_IS_NEAREST_rtn 0
#define WEFT_BITS_float int
#define WEFT_BITS_double long
#define WEFT_ROUNDER_float 0x1.8p23f
#define WEFT_ROUNDER_double 0x1.8p52

#define WEFT_FLOAT_TO_INTEGER(suffix, rounding, destination, source)                               \
  OVERLOAD WEFT_PURE destination convert_##destination##suffix(source x) {                         \
    return (destination)WEFT_INTEGRAL_##rounding(x);                                               \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination convert_##destination##_sat##suffix(source x) {                   \
    const source least = (source)WEFT_LEAST_##destination;                                         \
    const source greatest = (source)WEFT_GREATEST_##destination;                                   \
    source inside = x > least ? x : least;                                                         \
    destination result;                                                                            \
    if (WEFT_HAS_ALL(source, destination)) {                                                       \
      inside = inside < greatest ? inside : greatest;                                              \
      result =                                                                                     \
          WEFT_IS_NEAREST_##rounding                                                               \
              ? (destination)__builtin_astype(inside + WEFT_ROUNDER_##source, WEFT_BITS_##source)  \
              : (destination)WEFT_INTEGRAL_##rounding(inside);                                     \
    } else {                                                                                       \
      result = inside >= greatest ? WEFT_GREATEST_##destination                                    \
                                  : (destination)WEFT_INTEGRAL_##rounding(inside);                 \
    }                                                                                              \
    return WEFT_LEAST_##destination == 0 || x == x /* not a NaN */ ? result : (destination)0;      \
  }                                                                                                \
  WEFT_EACH_VECTOR_WIDTH(WEFT_FLOAT_TO_INTEGER_N, suffix, rounding, destination, source)

#define WEFT_FLOAT_TO_INTEGER_N(n, suffix, rounding, destination, source)                          \
  OVERLOAD WEFT_PURE destination##n convert_##destination##n##suffix(source##n x) {                \
    return __builtin_convertvector(WEFT_INTEGRAL_##rounding(x), destination##n);                   \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##n convert_##destination##n##_sat##suffix(source##n x) {          \
    typedef WEFT_PASTE(WEFT_MASK_##destination, n) Mask;                                           \
    typedef WEFT_PASTE(WEFT_BITS_##source, n) Bits;                                                \
    const source##n least = (source##n)WEFT_LEAST_##destination;                                   \
    const source##n greatest = (source##n)WEFT_GREATEST_##destination;                             \
    source##n inside = x > least ? x : least;                                                      \
    destination##n result;                                                                         \
    if (WEFT_HAS_ALL(source, destination)) {                                                       \
      inside = inside < greatest ? inside : greatest;                                              \
      result = WEFT_IS_NEAREST_##rounding                                                          \
                   ? __builtin_convertvector(                                                      \
                         __builtin_astype(inside + WEFT_ROUNDER_##source, Bits), destination##n)   \
                   : __builtin_convertvector(WEFT_INTEGRAL_##rounding(inside), destination##n);    \
    } else {                                                                                       \
      const Mask high = __builtin_convertvector(inside >= greatest, Mask);                         \
      result = __builtin_convertvector(WEFT_INTEGRAL_##rounding(inside), destination##n);          \
      result = high ? (destination##n)WEFT_GREATEST_##destination : result;                        \
    }                                                                                              \
    const Mask number = __builtin_convertvector(x == x, Mask);                                     \
    return WEFT_LEAST_##destination == 0 ? result : number ? result : (destination##n)0;           \
  }

#define WEFT_HALF_TO_INTEGER(suffix, destination)                                                  \
  OVERLOAD WEFT_PURE destination convert_##destination##suffix(half x) {                           \
    return convert_##destination##suffix((float)x);                                                \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination convert_##destination##_sat##suffix(half x) {                     \
    return convert_##destination##_sat##suffix((float)x);                                          \
  }                                                                                                \
  WEFT_EACH_VECTOR_WIDTH(WEFT_HALF_TO_INTEGER_N, suffix, destination)

#define WEFT_HALF_TO_INTEGER_N(n, suffix, destination)                                             \
  OVERLOAD WEFT_PURE destination##n convert_##destination##n##suffix(half##n x) {                  \
    return convert_##destination##n##suffix(__builtin_convertvector(x, float##n));                 \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##n convert_##destination##n##_sat##suffix(half##n x) {            \
    return convert_##destination##n##_sat##suffix(__builtin_convertvector(x, float##n));           \
  }

#define WEFT_CONVERSIONS_TO_INTEGER(destination)                                                   \
  WEFT_EACH_INTEGER_TYPE(WEFT_INTEGER_SOURCE_TO_INTEGER, destination)                              \
  WEFT_EACH_FLOAT_TYPE(WEFT_FLOAT_SOURCE_TO_INTEGER, destination)                                  \
  WEFT_HALF_TO_INTEGER(, destination)                                                              \
  WEFT_HALF_TO_INTEGER(_rte, destination)                                                          \
  WEFT_HALF_TO_INTEGER(_rtz, destination)                                                          \
  WEFT_HALF_TO_INTEGER(_rtp, destination)                                                          \
  WEFT_HALF_TO_INTEGER(_rtn, destination)
#define WEFT_INTEGER_SOURCE_TO_INTEGER(source, destination)                                        \
  WEFT_INTEGER_TO_INTEGER(, destination, source)                                                   \
  WEFT_INTEGER_TO_INTEGER(_rte, destination, source)                                               \
  WEFT_INTEGER_TO_INTEGER(_rtz, destination, source)                                               \
  WEFT_INTEGER_TO_INTEGER(_rtp, destination, source)                                               \
  WEFT_INTEGER_TO_INTEGER(_rtn, destination, source)
#define WEFT_FLOAT_SOURCE_TO_INTEGER(source, destination)                                          \
  WEFT_FLOAT_TO_INTEGER(, rtz, destination, source)                                                \
  WEFT_FLOAT_TO_INTEGER(_rte, rte, destination, source)                                            \
  WEFT_FLOAT_TO_INTEGER(_rtz, rtz, destination, source)                                            \
  WEFT_FLOAT_TO_INTEGER(_rtp, rtp, destination, source)                                            \
  WEFT_FLOAT_TO_INTEGER(_rtn, rtn, destination, source)

// To floating point, to nearest even; also for every rounding where the conversion is exact.

#define WEFT_TO_FLOAT_NEAREST(suffix, destination, source)                                         \
  OVERLOAD WEFT_PURE destination convert_##destination##suffix(source x) {                         \
    return (destination)x;                                                                         \
  }                                                                                                \
  WEFT_EACH_VECTOR_WIDTH(WEFT_TO_FLOAT_NEAREST_N, suffix, destination, source)
#define WEFT_TO_FLOAT_NEAREST_N(n, suffix, destination, source)                                    \
  OVERLOAD WEFT_PURE destination##n convert_##destination##n##suffix(source##n x) {                \
    return __builtin_convertvector(x, destination##n);                                             \
  }

// To floating point, directed: component by component with round_<destination>_<rounding>(source).
#define WEFT_TO_FLOAT_DIRECTED(rounding, destination, source)                                      \
  OVERLOAD WEFT_PURE destination convert_##destination##_##rounding(source x) {                    \
    return round_##destination##_##rounding(x);                                                    \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##2 convert_##destination##2_##rounding(source##2 x) {             \
    return (destination##2)(round_##destination##_##rounding(x.s0),                                \
                            round_##destination##_##rounding(x.s1));                               \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##3 convert_##destination##3_##rounding(source##3 x) {             \
    return (destination##3)(convert_##destination##2_##rounding(x.s01),                            \
                            round_##destination##_##rounding(x.s2));                               \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##4 convert_##destination##4_##rounding(source##4 x) {             \
    return (destination##4)(convert_##destination##2_##rounding(x.lo),                             \
                            convert_##destination##2_##rounding(x.hi));                            \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##8 convert_##destination##8_##rounding(source##8 x) {             \
    return (destination##8)(convert_##destination##4_##rounding(x.lo),                             \
                            convert_##destination##4_##rounding(x.hi));                            \
  }                                                                                                \
  OVERLOAD WEFT_PURE destination##16 convert_##destination##16_##rounding(source##16 x) {          \
    return (destination##16)(convert_##destination##8_##rounding(x.lo),                            \
                             convert_##destination##8_##rounding(x.hi));                           \
  }

#define WEFT_EXACT_CONVERSIONS_TO_FLOAT(source, destination)                                       \
  WEFT_TO_FLOAT_NEAREST(, destination, source)                                                     \
  WEFT_TO_FLOAT_NEAREST(_rte, destination, source)                                                 \
  WEFT_TO_FLOAT_NEAREST(_rtz, destination, source)                                                 \
  WEFT_TO_FLOAT_NEAREST(_rtp, destination, source)                                                 \
  WEFT_TO_FLOAT_NEAREST(_rtn, destination, source)
#define WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(source, destination)                                     \
  WEFT_TO_FLOAT_NEAREST(, destination, source)                                                     \
  WEFT_TO_FLOAT_NEAREST(_rte, destination, source)                                                 \
  WEFT_TO_FLOAT_DIRECTED(rtz, destination, source)                                                 \
  WEFT_TO_FLOAT_DIRECTED(rtp, destination, source)                                                 \
  WEFT_TO_FLOAT_DIRECTED(rtn, destination, source)

// Directed rounding of an integer: its magnitude is truncated to the destination's precision, which
// makes its conversion exact, and incremented by one value if bits were dropped and the direction
// requires it. The next value of a finite positive number is the next bit pattern.
#define WEFT_DEFINE_INTEGER_ROUNDINGS(destination, bits_type, precision)                           \
  static WEFT_PURE destination roundMagnitude(ulong magnitude, bool away) {                        \
    const int spare = 64 - precision - (int)__builtin_clzl(magnitude | 1);                         \
    const ulong cut = spare > 0 ? magnitude >> spare << spare : magnitude;                         \
    const destination value = (destination)cut;                                                    \
    return as_##destination(as_##bits_type(value) + (away && cut != magnitude));                   \
  }                                                                                                \
  static OVERLOAD WEFT_PURE destination round_##destination##_rtz(ulong x) {                       \
    return roundMagnitude(x, false);                                                               \
  }                                                                                                \
  static OVERLOAD WEFT_PURE destination round_##destination##_rtp(ulong x) {                       \
    return roundMagnitude(x, true);                                                                \
  }                                                                                                \
  static OVERLOAD WEFT_PURE destination round_##destination##_rtn(ulong x) {                       \
    return roundMagnitude(x, false);                                                               \
  }                                                                                                \
  static OVERLOAD WEFT_PURE destination round_##destination##_rtz(long x) {                        \
    return x < 0 ? -roundMagnitude(-(ulong)x, false) : roundMagnitude(x, false);                   \
  }                                                                                                \
  static OVERLOAD WEFT_PURE destination round_##destination##_rtp(long x) {                        \
    return x < 0 ? -roundMagnitude(-(ulong)x, false) : roundMagnitude(x, true);                    \
  }                                                                                                \
  static OVERLOAD WEFT_PURE destination round_##destination##_rtn(long x) {                        \
    return x < 0 ? -roundMagnitude(-(ulong)x, true) : roundMagnitude(x, false);                    \
  }
