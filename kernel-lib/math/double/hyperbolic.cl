// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions of double and their inverses. sinh and tanh are quotients of exp(x) - 1,
// which keeps its bits where x is small. Float takes a polynomial there, which is short for float.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/hyperbolic.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/double/logarithm_parts.h"

#include "kernel-lib/math/common/hyperbolic.h"

// With g = (exp(x) - 1) / 4, sinh(x) is 2 (g + g / (4 g + 1)) and tanh(x / 2) is 2 g / (2 g + 1).
OVERLOAD gentype sinh(gentype x) {
  gentype magnitude = FABS(x);
  gentype g = shifted_expm1(bounded(magnitude, 0.0, 710.5));
  gentype result = (g + g / MAD(g, 4.0, 1.0)) * 2.0;
  return with_sign(magnitude < (gentype)0x1p-28 ? magnitude : result, x);
}

OVERLOAD gentype tanh(gentype x) {
  gentype magnitude = FABS(x);
  gentype twice = shifted_expm1(bounded(magnitude * 2.0, 0.0, 44.0)) * 2.0;
  gentype result = twice / (twice + 1.0);
  return with_sign(magnitude < (gentype)0x1p-28 ? magnitude : result, x);
}

#endif
