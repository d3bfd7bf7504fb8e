// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometric functions (OpenCL C 3.0, 6.15.5).
//
// The length of floats is the square root of a sum of squares in float if that is far from
// overflow, and from underflow, which could lose bits. Other lengths, which are rare, are computed
// in double, where sums of squares of floats are safe. The usual result is computed before the
// branch to the rare one, so that gangs without rare lanes need no merge after it. A length of
// doubles is computed after scaling by a power of two that is 1 in the usual case.
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

// Whether a float's sum of squares is accurate: a square that underflows loses less than 2^-149.
// Unknown for 0 and NaN.
static bool is_safe(float squares) { return squares >= 0x1p-96f && squares < INFINITY; }

static double greater(double a, double b) { return a > b ? a : b; }

// The greatest magnitude among the lanes; any lane's or NaN if there are NaNs.
static OVERLOAD double greatest_magnitude(double x) { return __builtin_elementwise_abs(x); }
static OVERLOAD double greatest_magnitude(double2 x) {
  double2 magnitudes = __builtin_elementwise_abs(x);
  return greater(magnitudes.x, magnitudes.y);
}
static OVERLOAD double greatest_magnitude(double3 x) {
  return greater(greatest_magnitude(x.xy), greatest_magnitude(x.z));
}
static OVERLOAD double greatest_magnitude(double4 x) {
  return greater(greatest_magnitude(x.lo), greatest_magnitude(x.hi));
}

// Powers of two, one of which is 1, that together scale values of magnitude m so close to 1 that
// sums of their squares are safe.
static double scale_up(double m) { return m < 0x1p-400 ? 0x1p600 : 1.0; }
static double scale_down(double m) { return m > 0x1p500 ? 0x1p-600 : 1.0; }

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
// A vector with infinities, in which those count as 1 and the rest as 0.
static OVERLOAD VECTOR(double) infinities_as_one(VECTOR(double) x) {
  VECTOR(double) unit = __builtin_elementwise_copysign((VECTOR(double))1, x);
  return __builtin_elementwise_abs(x) == (VECTOR(double))INFINITY ? unit : x * 0.0;
}

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

#if WIDTH == 1
OVERLOAD scalar length(gentype x) { return __builtin_elementwise_abs(x); }
OVERLOAD scalar distance(gentype x, gentype y) { return __builtin_elementwise_abs(x - y); }
#else
OVERLOAD scalar length(gentype x) {
  scalar squares = dot(x, x), root = __builtin_elementwise_sqrt(squares);
  if (__builtin_expect(!is_safe(squares), 0))
    root = __builtin_elementwise_sqrt(sum_of_squares(CONVERT(x, double)));
  return root;
}

OVERLOAD scalar distance(gentype x, gentype y) {
  gentype difference = x - y;
  scalar squares = dot(difference, difference), root = __builtin_elementwise_sqrt(squares);
  if (__builtin_expect(!is_safe(squares), 0))
    root = __builtin_elementwise_sqrt(sum_of_squares(CONVERT(x, double) - CONVERT(y, double)));
  return root;
}
#endif

OVERLOAD scalar fast_length(gentype x) { return __builtin_elementwise_sqrt(dot(x, x)); }
OVERLOAD scalar fast_distance(gentype x, gentype y) { return fast_length(x - y); }

OVERLOAD gentype fast_normalize(gentype x) {
  scalar squares = dot(x, x);
  return squares == 0.0f ? x : x * __weft_rsqrt(squares);
}

// Zero vectors are returned as they are, here and below.
static OVERLOAD gentype normalize_in_double(gentype x) {
  VECTOR(double) direction = CONVERT(x, double);
  double squares = sum_of_squares(direction);
  if (squares == INFINITY) {
    direction = infinities_as_one(direction);
    squares = sum_of_squares(direction);
  }
  gentype unit = CONVERT(direction * (1.0 / __builtin_elementwise_sqrt(squares)), scalar);
  return squares == 0.0 ? x : unit;
}

OVERLOAD gentype normalize(gentype x) {
  scalar squares = dot(x, x);
  gentype unit = x * __weft_rsqrt(squares);
  if (WIDTH == 1 || __builtin_expect(!is_safe(squares), 0))
    unit = normalize_in_double(x);
  return unit;
}

#else

OVERLOAD scalar length(gentype x) {
  double greatest = greatest_magnitude(x), scale = scale_up(greatest) * scale_down(greatest);
  return __builtin_elementwise_sqrt(sum_of_squares(x * scale)) / scale;
}

OVERLOAD scalar distance(gentype x, gentype y) { return length(x - y); }

OVERLOAD gentype normalize(gentype x) {
  double greatest = greatest_magnitude(x);
  bool infinite = greatest == INFINITY;
  greatest = infinite ? 1.0 : greatest;
  // Scaling down comes after the division, so that small components next to large ones keep their
  // bits.
  gentype raised = (infinite ? infinities_as_one(x) : x) * scale_up(greatest);
  double down = scale_down(greatest), squares = sum_of_squares(raised * down);
  gentype unit = raised / __builtin_elementwise_sqrt(squares) * down;
  return squares == 0.0 ? x : unit;
}

#endif

#endif
