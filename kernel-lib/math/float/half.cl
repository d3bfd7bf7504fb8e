// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// half_ functions (OpenCL C 3.0, 6.15.2). These are the ordinary functions, which are accurate and
// fast enough, and correct for extreme arguments.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/half.cl"
#include "kernel-lib/gentype/float.h"
#else

#define HALF_1(name)                                                                               \
  OVERLOAD gentype name(gentype x);                                                                \
  OVERLOAD gentype half_##name(gentype x) { return name(x); }
HALF_1(cos)
HALF_1(exp)
HALF_1(exp2)
HALF_1(exp10)
HALF_1(log)
HALF_1(log2)
HALF_1(log10)
HALF_1(sin)
HALF_1(tan)
#undef HALF_1

OVERLOAD gentype powr(gentype x, gentype y);
OVERLOAD gentype half_powr(gentype x, gentype y) { return powr(x, y); }
OVERLOAD gentype half_divide(gentype x, gentype y) { return x / y; }
OVERLOAD gentype half_recip(gentype x) { return 1.0f / x; }
OVERLOAD gentype half_rsqrt(gentype x) { return __weft_rsqrt(x); }
OVERLOAD gentype half_sqrt(gentype x) { return SQRT(x); }

#endif
