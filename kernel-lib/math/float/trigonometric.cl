// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of float. sincos calls the two functions; double's has an algorithm of
// its own, because double's polynomials of half turns are long.
#ifndef gentype
#include "kernel-lib/math/common/large_angle.h"
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/trigonometric.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/trigonometric.h"

#define SINCOS(space)                                                                              \
  OVERLOAD gentype sincos(gentype x, space gentype *cosine) {                                      \
    *cosine = cos(x);                                                                              \
    return sin(x);                                                                                 \
  }
WEFT_EACH_SPACE(SINCOS)
#undef SINCOS

#endif
