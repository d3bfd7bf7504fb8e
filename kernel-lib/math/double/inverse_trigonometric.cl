// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arcs of double, in radians and in half turns (OpenCL C 3.0, 6.15.2).
//
// A minimax polynomial gives the arc tangent up to tan(pi/8). For more up to 1 the arc is an eighth
// of a turn less that of (1 - x) / (1 + x), beyond 1 a quarter less that of the reciprocal. The arc
// sine has a polynomial up to 1/2; beyond, the arc is a quarter turn less twice that of sqrt((1 -
// x) / 2). Differences from parts of a turn take both doubles that pi is the sum of.
#ifndef gentype
#include "kernel-lib/math/double/forms.h"

#define PI_HIGH 0x1.921fb54442d18p1
#define PI_LOW 0x1.1a62633145c07p-53
#define ONE_OVER_PI 0x1.45f306dc9c883p-2
#define TAN_OF_EIGHTH_PI 0x1.a827999fcef32p-2

#define WEFT_BODY "kernel-lib/math/double/inverse_trigonometric.cl"
#include "kernel-lib/gentype/double.h"
#else

// The arc tangent of smaller / larger, for 0 <= smaller <= larger. Where both are 0 it is 0.
static OVERLOAD gentype atan_of_ratio(gentype smaller, gentype larger) {
  longn is_eighth = smaller > larger * TAN_OF_EIGHTH_PI;
  gentype over = is_eighth ? smaller - larger : smaller;
  gentype under = larger + (is_eighth ? smaller : (gentype)0.0);
  under = larger == (gentype)0.0 ? (gentype)1.0 : under;
  gentype x = over / under, square = x * x;
  gentype p = MAD(-0x1.256c1692befcap-6, square, 0x1.37d65dd02bc0ap-5);
  p = MAD(p, square, -0x1.9cd2fec6123dfp-5);
  p = MAD(p, square, 0x1.df0f5857d6751p-5);
  p = MAD(p, square, -0x1.10ebb917a11a9p-4);
  p = MAD(p, square, 0x1.3b11192d644cbp-4);
  p = MAD(p, square, -0x1.745cf8dd5f278p-4);
  p = MAD(p, square, 0x1.c71c70e618849p-4);
  p = MAD(p, square, -0x1.24924922ad794p-3);
  p = MAD(p, square, 0x1.999999999586ep-3);
  p = MAD(p, square, -0x1.555555555553dp-2);
  gentype arc = MAD(p * square, x, (is_eighth ? (gentype)(PI_LOW / 4) : (gentype)0.0)) + x;
  return arc + (is_eighth ? (gentype)(PI_HIGH / 4) : (gentype)0.0);
}

// turn * pi - arc
static OVERLOAD gentype radians_from(double turn, gentype arc) {
  return turn * PI_HIGH - (arc - turn * PI_LOW);
}

static OVERLOAD gentype with_sign(gentype magnitude, gentype x) {
  return AS_DOUBLE(AS_ULONG(magnitude) ^ (AS_ULONG(x) & SIGN_BIT));
}

// The arc tangent of a magnitude, or of its reciprocal where that is smaller.
static OVERLOAD gentype smaller_atan(gentype magnitude, longn is_steep) {
  return atan_of_ratio(is_steep ? (gentype)1.0 : magnitude, is_steep ? magnitude : (gentype)1.0);
}

OVERLOAD gentype atan(gentype x) {
  longn is_steep = FABS(x) > (gentype)1.0;
  gentype arc = smaller_atan(FABS(x), is_steep);
  return with_sign(is_steep ? radians_from(0.5, arc) : arc, x);
}

OVERLOAD gentype atanpi(gentype x) {
  longn is_steep = FABS(x) > (gentype)1.0;
  gentype arc = smaller_atan(FABS(x), is_steep) * ONE_OVER_PI;
  return with_sign(is_steep ? 0.5 - arc : arc, x);
}

// The arc tangent of the smaller magnitude over the larger one. Quarters of the largest operands do
// not overflow when added; infinities are as far as it goes.
static OVERLOAD gentype atan_of_pair(gentype y, gentype x, longn is_steep) {
  gentype smaller = is_steep ? x : y, larger = is_steep ? y : x;
  gentype scale = larger < (gentype)0x1p-900 ? (gentype)0x1p100 : (gentype)1.0;
  scale = larger > (gentype)0x1p1000 ? (gentype)0.25 : scale;
  gentype arc = atan_of_ratio(smaller * scale, larger * scale);
  gentype of_infinity = smaller == larger ? (gentype)(PI_HIGH / 4) : (gentype)0.0;
  of_infinity = smaller == smaller ? of_infinity : smaller;
  return larger == (gentype)INFINITY ? of_infinity : arc;
}

OVERLOAD gentype atan2(gentype y, gentype x) {
  longn is_steep = FABS(y) > FABS(x), is_left = AS_LONG(x) < 0;
  gentype arc = atan_of_pair(FABS(y), FABS(x), is_steep);
  arc = is_steep ? radians_from(0.5, arc) : arc;
  return with_sign(is_left ? radians_from(1.0, arc) : arc, y);
}

OVERLOAD gentype atan2pi(gentype y, gentype x) {
  longn is_steep = FABS(y) > FABS(x), is_left = AS_LONG(x) < 0;
  gentype arc = atan_of_pair(FABS(y), FABS(x), is_steep) * ONE_OVER_PI;
  arc = is_steep ? 0.5 - arc : arc;
  return with_sign(is_left ? 1.0 - arc : arc, y);
}

// The arc sine of what asin and acos reduce a magnitude to: itself, or sqrt((1 - x) / 2).
static OVERLOAD gentype reduced_asin(gentype magnitude, longn is_large) {
  gentype square = is_large ? MAD(magnitude, -0.5, 0.5) : magnitude * magnitude;
  gentype x = is_large ? SQRT(square) : magnitude;
  gentype p = MAD(0x1.056d733cdd3c8p-5, square, -0x1.09d33a8446efap-6);
  p = MAD(p, square, 0x1.3ff4b4524d343p-6);
  p = MAD(p, square, 0x1.abcf4e92ef66cp-8);
  p = MAD(p, square, 0x1.8ec2fe1d538ecp-7);
  p = MAD(p, square, 0x1.c6fdc1795a324p-7);
  p = MAD(p, square, 0x1.1c6be1a8959ep-6);
  p = MAD(p, square, 0x1.6e89f43ffed66p-6);
  p = MAD(p, square, 0x1.f1c72c38fbf05p-6);
  p = MAD(p, square, 0x1.6db6db427a4e7p-5);
  p = MAD(p, square, 0x1.333333336e80fp-4);
  p = MAD(p, square, 0x1.555555555539p-3);
  return MAD(p * square, x, x);
}

OVERLOAD gentype asin(gentype x) {
  longn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large);
  return with_sign(is_large ? radians_from(0.5, 2.0 * arc) : arc, x);
}

OVERLOAD gentype asinpi(gentype x) {
  longn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large) * ONE_OVER_PI;
  return with_sign(is_large ? 0.5 - 2.0 * arc : arc, x);
}

OVERLOAD gentype acos(gentype x) {
  longn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large), twice = 2.0 * arc;
  gentype of_large = x < (gentype)0.0 ? radians_from(1.0, twice) : twice;
  return is_large ? of_large : radians_from(0.5, with_sign(arc, x));
}

OVERLOAD gentype acospi(gentype x) {
  longn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large) * ONE_OVER_PI, twice = 2.0 * arc;
  gentype of_large = x < (gentype)0.0 ? 1.0 - twice : twice;
  return is_large ? of_large : 0.5 - with_sign(arc, x);
}

#endif
