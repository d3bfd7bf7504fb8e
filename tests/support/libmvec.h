// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// glibc's libmvec, which has no header for direct calls: its functions of 32 bytes, whose names are
// those of the vector function ABI. For files that are built with AVX2, to be linked with mvec.
#pragma once

#include <immintrin.h>

#define WEFT_LIBMVEC_1(name)                                                                       \
  extern "C" __m256d _ZGVdN4v_##name(__m256d);                                                     \
  extern "C" __m256 _ZGVdN8v_##name##f(__m256);
#define WEFT_LIBMVEC_2(name)                                                                       \
  extern "C" __m256d _ZGVdN4vv_##name(__m256d, __m256d);                                           \
  extern "C" __m256 _ZGVdN8vv_##name##f(__m256, __m256);
WEFT_LIBMVEC_1(acos)
WEFT_LIBMVEC_1(acosh)
WEFT_LIBMVEC_1(asin)
WEFT_LIBMVEC_1(asinh)
WEFT_LIBMVEC_1(atan)
WEFT_LIBMVEC_1(atanh)
WEFT_LIBMVEC_1(cbrt)
WEFT_LIBMVEC_1(cos)
WEFT_LIBMVEC_1(cosh)
WEFT_LIBMVEC_1(erf)
WEFT_LIBMVEC_1(erfc)
WEFT_LIBMVEC_1(exp)
WEFT_LIBMVEC_1(exp10)
WEFT_LIBMVEC_1(exp2)
WEFT_LIBMVEC_1(expm1)
WEFT_LIBMVEC_1(log)
WEFT_LIBMVEC_1(log10)
WEFT_LIBMVEC_1(log1p)
WEFT_LIBMVEC_1(log2)
WEFT_LIBMVEC_1(sin)
WEFT_LIBMVEC_1(sinh)
WEFT_LIBMVEC_1(tan)
WEFT_LIBMVEC_1(tanh)
WEFT_LIBMVEC_2(atan2)
WEFT_LIBMVEC_2(hypot)
WEFT_LIBMVEC_2(pow)
#undef WEFT_LIBMVEC_1
#undef WEFT_LIBMVEC_2
