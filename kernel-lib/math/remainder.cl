// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remainders (OpenCL C 3.0, 6.15.2). All are exact.
//
// A quotient below 2^p, p being the stored bits of a significand, is rounded to a whole number n
// next to the exact quotient or one off, and the magnitude of x less n times that of y is a number
// of the type, so that one fused operation computes it and another corrects n. Larger quotients
// take a long division, whose steps depend on the operands; they and special values are rare.
#ifndef gentype
#include "kernel-lib/math/long_division.h"

#define WEFT_BODY "kernel-lib/math/remainder.cl"
#include "kernel-lib/gentype/floating.h"
#else

#define bitsn VECTOR(bits)
#define intn VECTOR(int)
#define AS_BITS(x) __builtin_astype(x, bitsn)
#define FABS(x) __builtin_elementwise_abs(x)
#define SIGN_OF(x) (AS_BITS(x) & ((bitsn)1 << (bitsn)(FLOAT_BITS - 1)))
#define WITH_SIGN_OF(x, magnitude)                                                                 \
  __builtin_astype(AS_BITS((gentype)(magnitude)) ^ SIGN_OF(x), gentype)

// Replaces lanes by function(x, y) where the quotient of the magnitudes is too large or special.
#if WIDTH == 1
#define PUT_RARE(result, function)                                                                 \
  if (__builtin_expect(is_rare, 0))                                                                \
    result = function(x, y);
#else
#define PUT_RARE(result, function)                                                                 \
  if (__builtin_expect(__builtin_reduce_or(is_rare) != 0, 0))                                      \
    for (int lane = 0; lane < WIDTH; ++lane)                                                       \
      if (is_rare[lane])                                                                           \
        result[lane] = function(x[lane], y[lane]);
#endif

static OVERLOAD bitsn is_rare_division(gentype quotient, gentype divisor) {
  bitsn is_ordinary =
      (quotient < (gentype)(1ul << (MANTISSA_BITS - 1))) & (divisor < (gentype)INFINITY);
  return is_ordinary == 0;
}

OVERLOAD gentype fmod(gentype x, gentype y) {
  gentype dividend = FABS(x), divisor = FABS(y), quotient = dividend / divisor;
  gentype n = __builtin_elementwise_trunc(quotient);
  gentype rest = __builtin_elementwise_fma(-n, divisor, dividend);
  // Rounding may have raised the quotient to an integer.
  rest += rest < (gentype)0 ? divisor : (gentype)0;
  gentype result = WITH_SIGN_OF(x, rest);
  bitsn is_rare = is_rare_division(quotient, divisor);
  PUT_RARE(result, __weft_rare_fmod)
  return result;
}

// The remainder of the magnitudes by the nearest multiple, ties to even.
static OVERLOAD gentype nearest(gentype dividend, gentype divisor, gentype quotient,
                                __private gentype *n) {
  *n = __builtin_elementwise_roundeven(quotient);
  gentype rest = __builtin_elementwise_fma(-*n, divisor, dividend);
  // Rounding may have created a false tie.
  bitsn is_off = FABS(rest) * 2 > divisor;
  gentype more = WITH_SIGN_OF(rest, is_off ? (gentype)1 : (gentype)0);
  *n += more;
  rest -= WITH_SIGN_OF(rest, is_off ? divisor : (gentype)0);
  return rest;
}

OVERLOAD gentype remainder(gentype x, gentype y) {
  gentype dividend = FABS(x), divisor = FABS(y), quotient = dividend / divisor, n;
  gentype result = WITH_SIGN_OF(x, nearest(dividend, divisor, quotient, &n));
  bitsn is_rare = is_rare_division(quotient, divisor);
  PUT_RARE(result, __weft_rare_remainder)
  return result;
}

// The low seven bits of the magnitude of n, with the sign of x / y.
static OVERLOAD gentype both(gentype x, gentype y, __private intn *quotient) {
  gentype dividend = FABS(x), divisor = FABS(y), ratio = dividend / divisor, n;
  gentype result = WITH_SIGN_OF(x, nearest(dividend, divisor, ratio, &n));
  const gentype rounding = (gentype)(3ul << (MANTISSA_BITS - 1));
  bitsn count = AS_BITS(n + rounding) & (bitsn)127;
  bitsn is_negative = (AS_BITS(x) ^ AS_BITS(y)) < (bitsn)0;
  intn signed_count = CONVERT((is_negative ? -count : count), int);
  bitsn is_rare = is_rare_division(ratio, divisor);
  PUT_RARE(result, __weft_rare_remainder)
  PUT_RARE(signed_count, __weft_rare_quotient)
  *quotient = signed_count;
  return result;
}

#define REMQUO(space)                                                                              \
  OVERLOAD gentype remquo(gentype x, gentype y, space intn *quotient) {                            \
    intn count;                                                                                    \
    gentype result = both(x, y, &count);                                                           \
    *quotient = count;                                                                             \
    return result;                                                                                 \
  }
WEFT_EACH_SPACE(REMQUO)
#undef REMQUO

#undef bitsn
#undef intn
#undef AS_BITS
#undef FABS
#undef SIGN_OF
#undef WITH_SIGN_OF
#undef PUT_RARE

#endif
