// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arcs of double. A polynomial gives the arc tangent up to tan(pi/8). From there up to 1 the arc is
// pi/4 minus that of (1 - x) / (1 + x), so every arc tangent is that of a quotient. Float's
// polynomial is good up to 1.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/inverse_trigonometric.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

// The arc tangent of smaller / larger, for 0 <= smaller <= larger. Where both are 0 it is 0.
static OVERLOAD gentype atan_of_ratio(gentype smaller, gentype larger) {
  bitsn is_eighth = smaller > larger * TAN_OF_EIGHTH_PI;
  gentype over = is_eighth ? smaller - larger : smaller;
  gentype under = larger + (is_eighth ? smaller : (gentype)0.0);
  under = larger == (gentype)0.0 ? (gentype)1.0 : under;
  gentype x = over / under, square = x * x;
  gentype p = HORNER(square, atan_terms);
  gentype arc = MAD(p * square, x, (is_eighth ? (gentype)(PI_LOW / 4) : (gentype)0.0)) + x;
  return arc + (is_eighth ? (gentype)(PI_HIGH / 4) : (gentype)0.0);
}

// Quarters of the largest operands do not overflow when they are added. Infinities have results of
// their own.
static OVERLOAD gentype atan_of_pair(gentype y, gentype x, bitsn is_steep) {
  gentype smaller = is_steep ? x : y, larger = is_steep ? y : x;
  gentype scale = larger < (gentype)0x1p-900 ? (gentype)0x1p100 : (gentype)1.0;
  scale = larger > (gentype)0x1p1000 ? (gentype)0.25 : scale;
  gentype arc = atan_of_ratio(smaller * scale, larger * scale);
  gentype of_infinity = smaller == larger ? (gentype)(PI_HIGH / 4) : (gentype)0.0;
  of_infinity = smaller == smaller ? of_infinity : smaller;
  return larger == (gentype)INFINITY ? of_infinity : arc;
}

#include "kernel-lib/math/common/inverse_trigonometric.h"

// The arc tangent of the magnitude, or of its reciprocal where it is steep.
static OVERLOAD gentype atan_of_magnitude(gentype magnitude, bitsn is_steep) {
  return atan_of_ratio(is_steep ? (gentype)1.0 : magnitude, is_steep ? magnitude : (gentype)1.0);
}

OVERLOAD gentype atan(gentype x) {
  bitsn is_steep = FABS(x) > (gentype)1.0;
  gentype arc = atan_of_magnitude(FABS(x), is_steep);
  return with_sign(is_steep ? radians_from(0.5, arc) : arc, x);
}

OVERLOAD gentype atanpi(gentype x) {
  bitsn is_steep = FABS(x) > (gentype)1.0;
  gentype arc = atan_of_magnitude(FABS(x), is_steep) * ONE_OVER_PI;
  return with_sign(is_steep ? 0.5 - arc : arc, x);
}

#endif
