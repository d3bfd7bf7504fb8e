// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arcs of float. One polynomial gives the arc tangent up to 1; double's is good up to tan(pi/8)
// only, so double reduces ratios once more.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/inverse_trigonometric.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

// For 0 <= x <= 1.
static OVERLOAD gentype small_atan(gentype x) {
  gentype square = x * x;
  return MAD(PAIRS(square, atan_terms) * square, x, x);
}

static OVERLOAD gentype atan_of_pair(gentype y, gentype x, bitsn is_steep) {
  gentype smaller = is_steep ? x : y, larger = is_steep ? y : x;
  gentype of_equals = larger == (gentype)0.0f ? (gentype)0.0f : (gentype)1.0f;
  return small_atan(smaller == larger ? of_equals : smaller / larger);
}

#include "kernel-lib/math/common/inverse_trigonometric.h"

OVERLOAD gentype atan(gentype x) {
  bitsn is_steep = FABS(x) > (gentype)1.0f;
  gentype arc = small_atan(is_steep ? 1.0f / FABS(x) : FABS(x));
  return with_sign(is_steep ? radians_from(0.5f, arc) : arc, x);
}

OVERLOAD gentype atanpi(gentype x) {
  bitsn is_steep = FABS(x) > (gentype)1.0f;
  gentype arc = small_atan(is_steep ? 1.0f / FABS(x) : FABS(x)) * ONE_OVER_PI;
  return with_sign(is_steep ? 0.5f - arc : arc, x);
}

#endif
