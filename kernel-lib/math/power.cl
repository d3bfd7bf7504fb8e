// Powers and roots other than square roots (OpenCL C 3.0, 6.15.2).
//
// The float forms compute in double, where the error of the C library's pow is far below a float's.
#include "kernel-lib/math/widen.h"

FROM_LIBM_2(pow)

OVERLOAD float pown(float x, int n) { return __weft_libm_pow(x, n); }
OVERLOAD double pown(double x, int n) { return __weft_libm_pow(x, n); }
WIDEN_FLOATING_INT(pown)

// Where pow gives 1 for 0^0, infinity^0, 1^infinity and NaN^0, 1^NaN, powr gives NaN; and it has no
// negative bases. 0 counts as positive whatever its sign.
#define POWR(type, power)                                                                          \
  OVERLOAD type powr(type x, type y) {                                                             \
    type base = __builtin_elementwise_abs(x);                                                      \
    bool base_extreme = x == 0 || base == INFINITY;                                                \
    bool undefined = x < 0 || x != x || y != y || (y == 0 && base_extreme) ||                      \
                     (x == 1 && __builtin_elementwise_abs(y) == INFINITY);                         \
    return undefined ? (type)NAN : power(base, y);                                                 \
  }
POWR(float, __weft_libm_powf)
POWR(double, __weft_libm_pow)
WIDEN_FLOATING_2(powr)

// The root of the magnitude, for n that is not 0. As 1/n is rounded, x to that power is off by the
// factor exp(log(x) * (1/n - rounded)); the residual of the division is exact and corrects it.
static double root_of_magnitude(double magnitude, int n) {
  double reciprocal = 1.0 / n;
  double root = __weft_libm_pow(magnitude, reciprocal);
  double residual = __builtin_fma(-(double)n, reciprocal, 1.0);
  if (residual == 0.0 || magnitude == 0.0 || magnitude == INFINITY)
    return root;
  return __builtin_fma(root, residual * reciprocal * __weft_libm_log(magnitude), root);
}

OVERLOAD double rootn(double x, int n) {
  bool odd = n & 1;
  if (n == 0 || (x < 0.0 && !odd))
    return NAN;
  double root = root_of_magnitude(__builtin_elementwise_abs(x), n);
  return odd ? __builtin_elementwise_copysign(root, x) : root;
}

OVERLOAD float rootn(float x, int n) {
  bool odd = n & 1;
  if (n == 0 || (x < 0.0f && !odd))
    return NAN;
  float root = __weft_libm_pow(__builtin_elementwise_abs(x), 1.0 / n);
  return odd ? __builtin_elementwise_copysign(root, x) : root;
}
WIDEN_FLOATING_INT(rootn)

OVERLOAD float cbrt(float x) { return __weft_libm_cbrtf(x); }

// The C library's result may be several units off; one step of Newton's method on y^3 - x, whose
// residual is computed with twice the precision, brings it to one. Scaling keeps the residual of
// tiny values from underflowing.
OVERLOAD double cbrt(double x) {
  if (x == 0.0 || !(__builtin_elementwise_abs(x) < INFINITY))
    return x + x;
  bool tiny = __builtin_elementwise_abs(x) < 0x1p-800;
  double scaled = tiny ? x * 0x1p300 : x;
  double root = __weft_libm_cbrt(scaled);
  double square = root * root;
  double square_rest = __builtin_fma(root, root, -square);
  double residual = __builtin_fma(square, root, -scaled) + square_rest * root;
  root -= residual / (3.0 * square);
  return tiny ? root * 0x1p-100 : root;
}
WIDEN_FLOATING_1(cbrt)

OVERLOAD float hypot(float x, float y) {
  bool infinite =
      __builtin_elementwise_abs(x) == INFINITY || __builtin_elementwise_abs(y) == INFINITY;
  double squares = (double)x * x + (double)y * y;
  return infinite ? INFINITY : (float)__builtin_elementwise_sqrt(squares);
}
OVERLOAD double hypot(double x, double y) { return __weft_libm_hypot(x, y); }
WIDEN_FLOATING_2(hypot)
