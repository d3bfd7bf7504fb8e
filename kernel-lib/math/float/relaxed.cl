// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler replaces mathematical built-ins by these where a program allows relaxed mathematics
// (-cl-unsafe-math-optimizations, -cl-fast-relaxed-math). They are the native_ functions, whose
// errors are a few units in the last place and which do not handle extreme values. OpenCL C 3.0,
// 7.4.4 has the limits.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/relaxed.cl"
#include "kernel-lib/gentype/float.h"
#else

#define RELAXED_1(name)                                                                            \
  OVERLOAD gentype native_##name(gentype x);                                                       \
  OVERLOAD gentype __weft_relaxed_##name(gentype x) { return native_##name(x); }
RELAXED_1(cos)
RELAXED_1(exp)
RELAXED_1(exp2)
RELAXED_1(exp10)
RELAXED_1(log)
RELAXED_1(log2)
RELAXED_1(log10)
RELAXED_1(sin)
RELAXED_1(tan)
#undef RELAXED_1

OVERLOAD gentype native_powr(gentype x, gentype y);

OVERLOAD gentype __weft_relaxed_powr(gentype x, gentype y) { return native_powr(x, y); }

// Whole powers of negative bases have their sign, and 0^0 is 1.
OVERLOAD gentype __weft_relaxed_pow(gentype x, gentype y) {
  gentype half_of_y = y * 0.5f;
  gentype result = native_powr(FABS(x), y);
  bitsn is_whole = ROUND(y) == y;
  bitsn is_odd = is_whole & (ROUND(half_of_y) != half_of_y);
  result = AS_FLOATING(AS_UBITS(result) ^ (is_odd ? AS_UBITS(x) & SIGN_BIT : (ubitsn)0));
  result = ((x < (gentype)0.0f) & (is_whole == 0)) ? (gentype)NAN : result;
  return y == (gentype)0.0f ? (gentype)1.0f : result;
}

#endif
