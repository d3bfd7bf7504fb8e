// Powers and roots of double (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/math/widen.h"

DOUBLE_FROM_LIBM_2(pow)

OVERLOAD double pown(double x, int n) { return __weft_libm_pow(x, n); }
WEFT_WIDEN_2(double, pown, double, int)

// Where pow gives 1 for 0^0, infinity^0, 1^infinity and NaN^0, 1^NaN, powr gives NaN; and it has no
// negative bases. 0 counts as positive whatever its sign.
OVERLOAD double powr(double x, double y) {
  double base = __builtin_elementwise_abs(x);
  bool base_extreme = x == 0.0 || base == INFINITY;
  bool undefined = x < 0.0 || x != x || y != y || (y == 0.0 && base_extreme) ||
                   (x == 1.0 && __builtin_elementwise_abs(y) == INFINITY);
  return undefined ? NAN : __weft_libm_pow(base, y);
}
WEFT_WIDEN_2(double, powr, double, double)

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

WEFT_WIDEN_2(double, rootn, double, int)

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
WEFT_WIDEN_1(double, cbrt, double)

DOUBLE_FROM_LIBM_2(hypot)
