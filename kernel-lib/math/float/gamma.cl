// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gamma functions of float (OpenCL C 3.0, 6.15.2). They are seldom used, and double's are fast
// enough for them.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/gamma.cl"
#include "kernel-lib/gentype/float.h"
#else

OVERLOAD doublen tgamma(doublen x);
OVERLOAD doublen lgamma(doublen x);

OVERLOAD gentype tgamma(gentype x) { return CONVERT(tgamma(CONVERT(x, double)), float); }
OVERLOAD gentype lgamma(gentype x) { return CONVERT(lgamma(CONVERT(x, double)), float); }

#endif
