// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arcs of float, in radians and in half turns (OpenCL C 3.0, 6.15.2).
//
// Minimax polynomials give the arc tangent up to 1 and the arc sine up to 1/2. Beyond, the arc is a
// quarter turn less that of the reciprocal, or twice that of sqrt((1 - x) / 2). Differences from
// quarter and half turns take both floats that pi is the sum of.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define PI_HIGH 0x1.921fb6p1f
#define PI_LOW -0x1.777a5cp-24f
#define ONE_OVER_PI 0x1.45f306p-2f

#define WEFT_BODY "kernel-lib/math/float/inverse_trigonometric.cl"
#include "kernel-lib/gentype/float.h"
#else

// For 0 <= x <= 1.
static OVERLOAD gentype small_atan(gentype x) {
  gentype square = x * x;
  gentype p = MAD(0x1.7ec1c4p-9f, square, -0x1.0c23fep-6f);
  p = MAD(p, square, 0x1.61f756p-5f);
  p = MAD(p, square, -0x1.3553f4p-4f);
  p = MAD(p, square, 0x1.b4dfdcp-4f);
  p = MAD(p, square, -0x1.230abp-3f);
  p = MAD(p, square, 0x1.9978eep-3f);
  p = MAD(p, square, -0x1.5554dcp-2f);
  return MAD(p * square, x, x);
}

// turn * pi - arc
static OVERLOAD gentype radians_from(float turn, gentype arc) {
  return turn * PI_HIGH - (arc - turn * PI_LOW);
}

static OVERLOAD gentype with_sign(gentype magnitude, gentype x) {
  return AS_FLOAT(AS_UINT(magnitude) ^ (AS_UINT(x) & SIGN_BIT));
}

OVERLOAD gentype atan(gentype x) {
  gentype magnitude = FABS(x);
  intn is_large = magnitude > (gentype)1.0f;
  gentype arc = small_atan(is_large ? 1.0f / magnitude : magnitude);
  return with_sign(is_large ? radians_from(0.5f, arc) : arc, x);
}

OVERLOAD gentype atanpi(gentype x) {
  gentype magnitude = FABS(x);
  intn is_large = magnitude > (gentype)1.0f;
  gentype arc = small_atan(is_large ? 1.0f / magnitude : magnitude) * ONE_OVER_PI;
  return with_sign(is_large ? 0.5f - arc : arc, x);
}

// The arc tangent of the smaller magnitude over the larger one.
static OVERLOAD gentype atan_of_ratio(gentype y, gentype x, intn is_steep) {
  gentype smaller = is_steep ? x : y, larger = is_steep ? y : x;
  gentype of_equals = larger == (gentype)0.0f ? (gentype)0.0f : (gentype)1.0f;
  return small_atan(smaller == larger ? of_equals : smaller / larger);
}

OVERLOAD gentype atan2(gentype y, gentype x) {
  intn is_steep = FABS(y) > FABS(x), is_left = AS_INT(x) < 0;
  gentype arc = atan_of_ratio(FABS(y), FABS(x), is_steep);
  arc = is_steep ? radians_from(0.5f, arc) : arc;
  return with_sign(is_left ? radians_from(1.0f, arc) : arc, y);
}

OVERLOAD gentype atan2pi(gentype y, gentype x) {
  intn is_steep = FABS(y) > FABS(x), is_left = AS_INT(x) < 0;
  gentype arc = atan_of_ratio(FABS(y), FABS(x), is_steep) * ONE_OVER_PI;
  arc = is_steep ? 0.5f - arc : arc;
  return with_sign(is_left ? 1.0f - arc : arc, y);
}

// The arc sine of what asin and acos reduce a magnitude to: itself, or sqrt((1 - x) / 2).
static OVERLOAD gentype reduced_asin(gentype magnitude, intn is_large) {
  gentype square = is_large ? MAD(magnitude, -0.5f, 0.5f) : magnitude * magnitude;
  gentype x = is_large ? SQRT(square) : magnitude;
  gentype p = MAD(0x1.5959aap-5f, square, 0x1.8c415ap-6f);
  p = MAD(p, square, 0x1.747b72p-5f);
  p = MAD(p, square, 0x1.330206p-4f);
  p = MAD(p, square, 0x1.5555c8p-3f);
  return MAD(p * square, x, x);
}

OVERLOAD gentype asin(gentype x) {
  intn is_large = FABS(x) > (gentype)0.5f;
  gentype arc = reduced_asin(FABS(x), is_large);
  return with_sign(is_large ? radians_from(0.5f, 2.0f * arc) : arc, x);
}

OVERLOAD gentype asinpi(gentype x) {
  intn is_large = FABS(x) > (gentype)0.5f;
  gentype arc = reduced_asin(FABS(x), is_large) * ONE_OVER_PI;
  return with_sign(is_large ? 0.5f - 2.0f * arc : arc, x);
}

OVERLOAD gentype acos(gentype x) {
  intn is_large = FABS(x) > (gentype)0.5f;
  gentype arc = reduced_asin(FABS(x), is_large), twice = 2.0f * arc;
  gentype of_large = x < (gentype)0.0f ? radians_from(1.0f, twice) : twice;
  return is_large ? of_large : radians_from(0.5f, with_sign(arc, x));
}

OVERLOAD gentype acospi(gentype x) {
  intn is_large = FABS(x) > (gentype)0.5f;
  gentype arc = reduced_asin(FABS(x), is_large) * ONE_OVER_PI, twice = 2.0f * arc;
  gentype of_large = x < (gentype)0.0f ? 1.0f - twice : twice;
  return is_large ? of_large : 0.5f - with_sign(arc, x);
}

#endif
