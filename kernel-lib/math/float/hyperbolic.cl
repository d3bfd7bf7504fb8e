// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions of float and their inverses. Small arguments of sinh and tanh take a
// polynomial, others an exponential. Double, whose polynomials would be long, computes both from
// exp(x) - 1.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/hyperbolic.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/float/logarithm_parts.h"

#include "kernel-lib/math/common/hyperbolic.h"

OVERLOAD gentype sinh(gentype x) {
  gentype magnitude = FABS(x), square = x * x;
  gentype small = MAD(HORNER(square, sinh_terms) * square, magnitude, magnitude);
  gentype h = half_of_exp(magnitude);
  return with_sign(magnitude < (gentype)1.0f ? small : h - 0.25f / h, x);
}

OVERLOAD gentype tanh(gentype x) {
  gentype magnitude = FABS(x), square = x * x;
  gentype small = MAD(PAIRS(square, tanh_terms) * square, magnitude, magnitude);
  // The result is 1 where exp(2 |x|) is exp(20) or more.
  gentype sum, twice = twice_exp(bounded(magnitude * 2.0f, 0.0f, 20.0f), &sum);
  gentype e = twice * power_of_steps(sum, 1);
  gentype large = 1.0f - 2.0f / (e + 1.0f);
  return with_sign(magnitude < (gentype)0.55f ? small : large, x);
}

#endif
