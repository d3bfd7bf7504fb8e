// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error functions of float, whose polynomials take one step after the other. Double's are long and
// take two or four terms at a time.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/error.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/float/times_power.h"

static OVERLOAD gentype log_of_rest(gentype x) {
  gentype p = PAIRS(x, erf_terms);
  return MAD(x, TWO_OVER_ROOT_PI_HIGH, p * x);
}

static OVERLOAD gentype erfc_polynomial(gentype t) { return PAIRS(t, erfc_terms); }

#include "kernel-lib/math/common/error.h"

#endif
