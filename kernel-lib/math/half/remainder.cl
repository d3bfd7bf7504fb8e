// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remainders of half (OpenCL C 3.0, 6.15.2). All are exact.
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/remainder.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_2(fmod)
FROM_FLOAT_2(remainder)

#define REMQUO(space, name)                                                                        \
  OVERLOAD gentype name(gentype x, gentype y, space intn *quotient) {                              \
    intn stored;                                                                                   \
    gentype result = TO_HALF(name(TO_FLOAT(x), TO_FLOAT(y), &stored));                             \
    *quotient = stored;                                                                            \
    return result;                                                                                 \
  }
OVERLOAD floatn remquo(floatn x, floatn y, __private intn *quotient);
WEFT_EACH_SPACE(REMQUO, remquo)
#undef REMQUO

#endif
