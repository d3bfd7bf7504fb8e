// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials of double. Where each result is a normal number, one multiplication by a power of 2
// is enough. Where one is not, a second body computes them all.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/exponential.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/double/any.h"
#include "kernel-lib/math/double/times_power.h"

#include "kernel-lib/math/common/exponential.h"

OVERLOAD gentype exp(gentype x) {
  gentype sum, twice = twice_exp(x, &sum);
  gentype result = twice * power_of_steps(sum, 1);
  return holds_anywhere((FABS(x) < (gentype)708.0) == 0) ? any_exp(x) : result;
}

OVERLOAD gentype exp2(gentype x) {
  gentype sum = x + ROUNDING;
  gentype result = twice_exp2_of_rest(x - (sum - ROUNDING)) * power_of_steps(sum, 1);
  return holds_anywhere((FABS(x) < (gentype)1021.0) == 0) ? any_exp2(x) : result;
}

OVERLOAD gentype exp10(gentype x) {
  gentype sum, twice = twice_exp10(x, &sum);
  gentype result = twice * power_of_steps(sum, 1);
  return holds_anywhere((FABS(x) < (gentype)307.0) == 0) ? any_exp10(x) : result;
}

#endif
