// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remainders of any operands (OpenCL C 3.0, 6.15.2), by a long division with digits of some 50
// bits.
#include "kernel-lib/math/long_division.h"

OVERLOAD int ilogb(double x);
OVERLOAD double ldexp(double x, int power);

typedef struct {
  double rest;
  int count; // the quotient modulo 128
} division;

// Of finite magnitudes, of which the divisor is not 0. Each digit is the quotient by a multiple of
// the divisor by a power of 2, and what is left is exact, as in remainder.cl.
static division divide(double dividend, double divisor) {
  division result = {dividend, 0};
  while (result.rest >= divisor) {
    int power = __builtin_elementwise_max(ilogb(result.rest) - ilogb(divisor) - 50, 0);
    double multiple = ldexp(divisor, power);
    double digit = __builtin_elementwise_trunc(result.rest / multiple);
    result.rest = __builtin_elementwise_fma(-digit, multiple, result.rest);
    if (result.rest < 0.0) {
      result.rest += multiple;
      digit -= 1.0;
    }
    result.count += power < 7 ? (int)((ulong)digit & 127) << power : 0;
  }
  result.count &= 127;
  return result;
}

// The same by the nearest multiple, of two the even one.
static division divide_to_nearest(double dividend, double divisor) {
  division result = divide(dividend, divisor);
  double missing = divisor - result.rest;
  if (result.rest > missing || (result.rest == missing && (result.count & 1))) {
    result.rest = -missing;
    result.count = (result.count + 1) & 127;
  }
  return result;
}

static bool is_defined(double dividend, double divisor) {
  return dividend < INFINITY && divisor > 0.0;
}

double __weft_rare_fmod(double x, double y) {
  double dividend = __builtin_elementwise_abs(x), divisor = __builtin_elementwise_abs(y);
  if (!is_defined(dividend, divisor))
    return NAN;
  return __builtin_elementwise_copysign(divide(dividend, divisor).rest, x);
}

double __weft_rare_remainder(double x, double y) {
  double dividend = __builtin_elementwise_abs(x), divisor = __builtin_elementwise_abs(y);
  if (!is_defined(dividend, divisor))
    return NAN;
  if (divisor == INFINITY)
    return x;
  double rest = divide_to_nearest(dividend, divisor).rest;
  return __builtin_astype(x, long) < 0 ? -rest : rest;
}

int __weft_rare_quotient(double x, double y) {
  double dividend = __builtin_elementwise_abs(x), divisor = __builtin_elementwise_abs(y);
  if (!is_defined(dividend, divisor) || divisor == INFINITY)
    return 0;
  int count = divide_to_nearest(dividend, divisor).count;
  return (__builtin_astype(x, long) ^ __builtin_astype(y, long)) < 0 ? -count : count;
}
