// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials of float. The steps for any argument cost little more than those for ordinary ones,
// so float, other than double, has no faster way for these.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/exponential.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/float/times_power.h"

#include "kernel-lib/math/common/exponential.h"

OVERLOAD gentype exp(gentype x) { return any_exp(x); }
OVERLOAD gentype exp2(gentype x) { return any_exp2(x); }
OVERLOAD gentype exp10(gentype x) { return any_exp10(x); }

#endif
