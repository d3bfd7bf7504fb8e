// Remainders (OpenCL C 3.0, 6.15.2). All are exact.
#include "kernel-lib/math/widen.h"

FROM_LIBM_2(fmod)
FROM_LIBM_2(remainder)

// The quotient's low seven bits come from the long division of what |x| leaves modulo 256 |y|:
// eight steps, each exact. Where 256 |y| or a smaller multiple overflows, |x| is below it anyway.
OVERLOAD double remquo(double x, double y, __private int *quotient) {
  *quotient = 0;
  double dividend = __builtin_elementwise_abs(x), divisor = __builtin_elementwise_abs(y);
  if (!(dividend < INFINITY) || !(divisor > 0.0))
    return NAN;
  if (divisor == INFINITY)
    return x;
  double rest = __weft_libm_fmod(dividend, divisor * 256.0);
  int count = 0;
  for (int power = 128; power > 0; power >>= 1) {
    double multiple = divisor * power;
    bool fits = rest >= multiple;
    rest -= fits ? multiple : 0.0;
    count += fits ? power : 0;
  }
  // To the nearest multiple, and if it is a tie to the even one.
  double missing = divisor - rest;
  if (rest > missing || (rest == missing && (count & 1))) {
    rest = -missing;
    ++count;
  }
  count &= 127;
  *quotient = (x < 0.0) != (y < 0.0) ? -count : count;
  return x < 0.0 || (x == 0.0 && __builtin_astype(x, long) < 0) ? -rest : rest;
}

OVERLOAD float remquo(float x, float y, __private int *quotient) {
  return remquo((double)x, (double)y, quotient);
}

#define REMQUO_SCALAR(type, space)                                                                 \
  OVERLOAD type remquo(type x, type y, space int *quotient) {                                      \
    int scalar_quotient;                                                                           \
    type result = remquo(x, y, &scalar_quotient);                                                  \
    *quotient = scalar_quotient;                                                                   \
    return result;                                                                                 \
  }
#define REMQUO_SCALARS(type)                                                                       \
  REMQUO_SCALAR(type, __global)                                                                    \
  REMQUO_SCALAR(type, __local)                                                                     \
  REMQUO_SCALAR(type, __generic)
REMQUO_SCALARS(float)
REMQUO_SCALARS(double)

#define REMQUO_VECTOR(n, type, space)                                                              \
  OVERLOAD type##n remquo(type##n x, type##n y, space int##n *quotient) {                          \
    type##n result;                                                                                \
    int##n quotients;                                                                              \
    for (int lane = 0; lane < n; ++lane) {                                                         \
      int lane_quotient;                                                                           \
      result[lane] = remquo(x[lane], y[lane], &lane_quotient);                                     \
      quotients[lane] = lane_quotient;                                                             \
    }                                                                                              \
    *quotient = quotients;                                                                         \
    return result;                                                                                 \
  }
#define REMQUO_VECTORS(n, type)                                                                    \
  REMQUO_VECTOR(n, type, __private)                                                                \
  REMQUO_VECTOR(n, type, __global)                                                                 \
  REMQUO_VECTOR(n, type, __local)                                                                  \
  REMQUO_VECTOR(n, type, __generic)
WEFT_EACH_VECTOR_WIDTH(REMQUO_VECTORS, float)
WEFT_EACH_VECTOR_WIDTH(REMQUO_VECTORS, double)
