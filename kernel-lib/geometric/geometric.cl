// Geometric functions (OpenCL C 3.0, 6.15.5).
//
// A float's length is computed in double, where no sum of squares of floats overflows, underflows
// or cancels. A double's is computed after scaling by a power of two that is 1 in the usual case.
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

// The greatest magnitude among the lanes; NaN lanes do not count.
static OVERLOAD double greatest_magnitude(double x) { return __builtin_elementwise_abs(x); }
#define GREATEST_MAGNITUDE(n, type)                                                                \
  static OVERLOAD double greatest_magnitude(type##n x) {                                           \
    return __builtin_reduce_max(__builtin_elementwise_abs(x));                                     \
  }
WEFT_EACH_VECTOR_WIDTH(GREATEST_MAGNITUDE, double)

// A power of two that brings values of magnitude m so near 1 that sums of their squares are safe.
static double safe_scale(double m) { return m > 0x1p500 ? 0x1p-600 : m < 0x1p-400 ? 0x1p600 : 1.0; }

#define WEFT_BODY "kernel-lib/geometric/geometric.cl"
#include "kernel-lib/gentype/floating.h"
#elif WIDTH <= 4

OVERLOAD scalar dot(gentype x, gentype y) {
#pragma OPENCL FP_CONTRACT ON
#if WIDTH == 1
  return x * y;
#elif WIDTH == 2
  return x.x * y.x + x.y * y.y;
#elif WIDTH == 3
  return x.x * y.x + x.y * y.y + x.z * y.z;
#else
  return x.x * y.x + x.y * y.y + (x.z * y.z + x.w * y.w);
#endif
}

#if WIDTH >= 3
OVERLOAD gentype cross(gentype x, gentype y) {
#if WIDTH == 3
  return x.yzx * y.zxy - x.zxy * y.yzx;
#else
  return (gentype)(x.yzx * y.zxy - x.zxy * y.yzx, 0);
#endif
}
#endif

#if FLOAT_BITS == 32
static OVERLOAD double sum_of_squares(VECTOR(double) x) {
#pragma OPENCL FP_CONTRACT ON
#if WIDTH == 1
  return x * x;
#elif WIDTH == 2
  return x.x * x.x + x.y * x.y;
#elif WIDTH == 3
  return x.x * x.x + x.y * x.y + x.z * x.z;
#else
  return x.x * x.x + x.y * x.y + (x.z * x.z + x.w * x.w);
#endif
}

OVERLOAD scalar length(gentype x) {
  return __builtin_elementwise_sqrt(sum_of_squares(CONVERT(x, double)));
}

OVERLOAD scalar distance(gentype x, gentype y) {
  VECTOR(double) difference = CONVERT(x, double) - CONVERT(y, double);
  return __builtin_elementwise_sqrt(sum_of_squares(difference));
}

OVERLOAD scalar fast_length(gentype x) { return __builtin_elementwise_sqrt(dot(x, x)); }
OVERLOAD scalar fast_distance(gentype x, gentype y) { return fast_length(x - y); }

OVERLOAD gentype fast_normalize(gentype x) {
  scalar squares = dot(x, x);
  return squares == 0.0f ? x : x * (1.0f / __builtin_elementwise_sqrt(squares));
}

#else

OVERLOAD scalar length(gentype x) {
  double scale = safe_scale(greatest_magnitude(x));
  return __builtin_elementwise_sqrt(sum_of_squares(x * scale)) / scale;
}

OVERLOAD scalar distance(gentype x, gentype y) { return length(x - y); }

#endif

// Zero vectors are returned as they are; in a vector with infinities those count as 1, the rest as 0.
OVERLOAD gentype normalize(gentype x) {
  VECTOR(double) direction = CONVERT(x, double);
  double greatest = greatest_magnitude(direction);
  if (greatest == INFINITY) {
    VECTOR(double) unit = __builtin_elementwise_copysign((VECTOR(double))1, direction);
    VECTOR(double) nothing = direction * 0.0;
    direction = __builtin_elementwise_abs(direction) == (VECTOR(double))INFINITY ? unit : nothing;
  }
#if FLOAT_BITS == 64
  else
    direction *= safe_scale(greatest);
#endif
  double squares = sum_of_squares(direction);
  if (squares == 0.0)
    return x;
#if FLOAT_BITS == 32
  return CONVERT(direction * (1.0 / __builtin_elementwise_sqrt(squares)), scalar);
#else
  return direction / __builtin_elementwise_sqrt(squares);
#endif
}

#endif
