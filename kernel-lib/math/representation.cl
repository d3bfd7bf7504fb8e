// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponents, significands and neighbours, by way of the bits (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/representation.cl"
#include "kernel-lib/gentype/floating.h"
#else

#define bitsn VECTOR(bits)
#define intn VECTOR(int)
#define AS_BITS(x) __builtin_astype(x, bitsn)
#define AS_FLOATING(x) __builtin_astype(x, gentype)
#define EXPONENT_MASK ((bits)(2 * EXPONENT_BIAS + 1) << MANTISSA_BITS)
// 2 to the power of e, for exponents of normal numbers.
#define POWER_OF_TWO(e) AS_FLOATING((bitsn)(((e) + (bits)EXPONENT_BIAS) << (bitsn)MANTISSA_BITS))

// A subnormal times this is normal.
#define SUBNORMAL_SHIFT (MANTISSA_BITS + 1)
#define SUBNORMAL_SCALE ((scalar)(1UL << SUBNORMAL_SHIFT))

// The value with subnormals normalised, and the increase of the exponent.
static OVERLOAD gentype normalised(gentype x, __private bitsn *added) {
  gentype magnitude = __builtin_elementwise_abs(x);
  bitsn shift = SUBNORMAL_SHIFT, none = 0;
  *added = magnitude < (gentype)LEAST_NORMAL ? shift : none;
  return magnitude < (gentype)LEAST_NORMAL ? x * (gentype)SUBNORMAL_SCALE : x;
}

// The exponent of x's leading bit, for finite x that is not zero.
static OVERLOAD bitsn exponent(gentype x) {
  bitsn added;
  bitsn representation = AS_BITS(__builtin_elementwise_abs(normalised(x, &added)));
  return (representation >> (bitsn)MANTISSA_BITS) - (bitsn)EXPONENT_BIAS - added;
}

OVERLOAD intn ilogb(gentype x) {
  gentype magnitude = __builtin_elementwise_abs(x);
  bitsn of_zero = FP_ILOGB0, of_other = FP_ILOGBNAN;
  bitsn result = magnitude == (gentype)0 ? of_zero : exponent(x);
  result = magnitude < (gentype)INFINITY ? result : of_other;
  return CONVERT(result, int);
}

OVERLOAD gentype logb(gentype x) {
  gentype magnitude = __builtin_elementwise_abs(x);
  gentype result = CONVERT(exponent(x), scalar);
  result = magnitude == (gentype)0 ? (gentype)-INFINITY : result;
  return magnitude < (gentype)INFINITY ? result : magnitude;
}

// The significand in [0.5, 1); zeros, infinities and NaNs are themselves, with exponent 0.
static OVERLOAD gentype split(gentype x, __private intn *power) {
  gentype magnitude = __builtin_elementwise_abs(x);
  bitsn ordinary = (magnitude > (gentype)0) & (magnitude < (gentype)INFINITY);
  bitsn added, none = 0;
  bitsn fraction = AS_BITS(normalised(x, &added)) & (bitsn)~EXPONENT_MASK;
  gentype significand = AS_FLOATING(fraction | ((bitsn)(EXPONENT_BIAS - 1) << MANTISSA_BITS));
  *power = CONVERT((ordinary ? exponent(x) + (bitsn)1 : none), int);
  return ordinary ? significand : x;
}

#define POINTER_FORMS(space)                                                                       \
  OVERLOAD gentype frexp(gentype x, space intn *power) {                                           \
    intn exponent_of_x;                                                                            \
    gentype significand = split(x, &exponent_of_x);                                                \
    *power = exponent_of_x;                                                                        \
    return significand;                                                                            \
  }
WEFT_EACH_SPACE(POINTER_FORMS)
#undef POINTER_FORMS

// Three steps, each by a power that a normal number can hold. A step down leaves SUBNORMAL_SHIFT
// spare bits, so that only the last product, where the value may become subnormal, is rounded.
OVERLOAD gentype ldexp(gentype x, intn power) {
  bitsn n = CONVERT(power, bits);
  const bitsn up = EXPONENT_BIAS, down = 1 - EXPONENT_BIAS + SUBNORMAL_SHIFT, none = 0;
  gentype result = x;
  for (int step = 0; step < 2; ++step) {
    bitsn part = n > up ? up : none;
    part = n < (bitsn)(1 - EXPONENT_BIAS) ? down : part;
    result *= POWER_OF_TWO(part);
    n -= part;
  }
  n = __builtin_elementwise_min(__builtin_elementwise_max(n, (bitsn)(1 - EXPONENT_BIAS)), up);
  return result * POWER_OF_TWO(n);
}

#if WIDTH > 1
OVERLOAD gentype ldexp(gentype x, int power) { return ldexp(x, (intn)power); }
#endif

OVERLOAD gentype nan(VECTOR(ubits) code) {
  const ubits quiet = EXPONENT_MASK | (ubits)1 << (MANTISSA_BITS - 1);
  return AS_FLOATING(code | (VECTOR(ubits))quiet);
}

// Representations of one sign are ordered as their magnitudes are, so the neighbour is one away.
OVERLOAD gentype nextafter(gentype x, gentype y) {
  const bitsn away = 1, towards_zero = -1;
  bitsn grow_if_positive = x < y ? away : towards_zero;
  bitsn step = x > (gentype)0 ? grow_if_positive : -grow_if_positive;
  gentype next = AS_FLOATING(AS_BITS(x) + step);
  gentype least = __builtin_elementwise_copysign(AS_FLOATING(away), y);
  next = x == (gentype)0 ? least : next;
  next = x == y ? y : next;
  return ((x != x) | (y != y)) ? x + y : next;
}

#undef bitsn
#undef intn
#undef AS_BITS
#undef AS_FLOATING
#undef EXPONENT_MASK
#undef POWER_OF_TWO
#undef SUBNORMAL_SHIFT
#undef SUBNORMAL_SCALE

#endif
