// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of double. sincos has an algorithm of its own: it reduces the angle
// once, to quarter turns as the tangent does, and computes both polynomials.
#ifndef gentype
#include "kernel-lib/math/common/large_angle.h"
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/trigonometric.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/trigonometric.h"

static OVERLOAD gentype both(gentype x, __private gentype *cosine) {
  gentype r, sum = quarters(FABS(x), &r);
  gentype s = sin_of_quarter(r), c = cos_of_quarter(r);
  ubitsn quarter = AS_UBITS(sum);
  bitsn is_odd = (quarter & 1) != 0;
  ubitsn sine_sign = ((quarter << 62) & SIGN_BIT) ^ (AS_UBITS(x) & SIGN_BIT);
  ubitsn cosine_sign = ((quarter + 1) << 62) & SIGN_BIT;
  *cosine = with_large(AS_FLOATING(AS_UBITS(is_odd ? s : c) ^ cosine_sign), x, WEFT_COSINE);
  return with_large(AS_FLOATING(AS_UBITS(is_odd ? c : s) ^ sine_sign), x, WEFT_SINE);
}

#define SINCOS(space)                                                                              \
  OVERLOAD gentype sincos(gentype x, space gentype *cosine) {                                      \
    gentype of_cosine, of_sine = both(x, &of_cosine);                                              \
    *cosine = of_cosine;                                                                           \
    return of_sine;                                                                                \
  }
WEFT_EACH_SPACE(SINCOS)
#undef SINCOS

#endif
