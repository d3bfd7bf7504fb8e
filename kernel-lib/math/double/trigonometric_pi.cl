// Trigonometric functions of half turns, and their inverses, of double (OpenCL C 3.0, 6.15.2).
//
// The argument is reduced exactly: |x| = quarter/2 + rest with |rest| <= 1/4, which leaves a sine,
// a cosine or a tangent of at most pi/4. There a rounding of pi * rest moves the result by less
// than one unit in the last place.
#include "kernel-lib/math/widen.h"

typedef struct {
  double radians; // pi * rest
  int quarter;    // modulo 4
} quarter_turns;

static quarter_turns reduce(double magnitude) {
  // From here on every double is an even integer: no part of a turn is left.
  double bounded = magnitude < 0x1p53 ? magnitude : 0.0;
  double quarters = __builtin_elementwise_roundeven(2.0 * bounded);
  quarter_turns result = {(bounded - 0.5 * quarters) * M_PI, (int)((long)quarters & 3)};
  return result;
}

static bool is_finite(double x) { return __builtin_elementwise_abs(x) < INFINITY; }

// Zeros of the functions have a sign of their own: 0 - s rather than -s keeps a zero positive.
OVERLOAD double sinpi(double x) {
  if (!is_finite(x))
    return NAN;
  quarter_turns turns = reduce(__builtin_elementwise_abs(x));
  double s = turns.quarter & 1 ? __weft_libm_cos(turns.radians) : __weft_libm_sin(turns.radians);
  s = turns.quarter & 2 ? 0.0 - s : s;
  return __builtin_elementwise_copysign(1.0, x) * s;
}

OVERLOAD double cospi(double x) {
  if (!is_finite(x))
    return NAN;
  quarter_turns turns = reduce(__builtin_elementwise_abs(x));
  double c = turns.quarter & 1 ? __weft_libm_sin(turns.radians) : __weft_libm_cos(turns.radians);
  return turns.quarter == 1 || turns.quarter == 2 ? 0.0 - c : c;
}

// At whole and half numbers zero and infinity alternate in sign.
OVERLOAD double tanpi(double x) {
  if (!is_finite(x))
    return NAN;
  quarter_turns turns = reduce(__builtin_elementwise_abs(x));
  double t = __weft_libm_tan(turns.radians);
  if (t == 0.0)
    t = turns.quarter & 2 ? -0.0 : 0.0;
  t = turns.quarter & 1 ? (t == 0.0 ? 1.0 / t : -1.0 / t) : t;
  return __builtin_elementwise_copysign(1.0, x) * t;
}

OVERLOAD double acospi(double x) { return __weft_libm_acos(x) * M_1_PI; }
OVERLOAD double asinpi(double x) { return __weft_libm_asin(x) * M_1_PI; }
OVERLOAD double atanpi(double x) { return __weft_libm_atan(x) * M_1_PI; }
OVERLOAD double atan2pi(double y, double x) { return __weft_libm_atan2(y, x) * M_1_PI; }

WEFT_WIDEN_1(double, sinpi, double)
WEFT_WIDEN_1(double, cospi, double)
WEFT_WIDEN_1(double, tanpi, double)
WEFT_WIDEN_1(double, acospi, double)
WEFT_WIDEN_1(double, asinpi, double)
WEFT_WIDEN_1(double, atanpi, double)
WEFT_WIDEN_2(double, atan2pi, double, double)
