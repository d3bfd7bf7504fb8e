// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions to half and its vectors.
//
// An integer beyond half's range may not be a float, but stays out of range when it becomes one;
// the others are floats. So rounding by way of float rounds once.
#ifndef gentype
#include "kernel-lib/conversion/conversion.h"

#define WEFT_BODY "kernel-lib/conversion/round_to_half.h"
#include "kernel-lib/gentype/half.h"
#undef WEFT_BODY

WEFT_EXACT_CONVERSIONS_TO_FLOAT(half, half)

#define WEFT_BODY "kernel-lib/conversion/convert_half.cl"
#include "kernel-lib/gentype/half.h"
#else

#if WIDTH == 1
#define NAME(rounding) convert_half##rounding
#else
#define NAME_(n, rounding) convert_half##n##rounding
#define NAME_OF(n, rounding) NAME_(n, rounding)
#define NAME(rounding) NAME_OF(WIDTH, rounding)
#endif

#define FROM(source, way)                                                                          \
  OVERLOAD WEFT_PURE gentype NAME()(VECTOR(source) x) { return toHalf_rte(CONVERT(x, way)); }      \
  OVERLOAD WEFT_PURE gentype NAME(_rte)(VECTOR(source) x) { return toHalf_rte(CONVERT(x, way)); }  \
  OVERLOAD WEFT_PURE gentype NAME(_rtz)(VECTOR(source) x) { return toHalf_rtz(CONVERT(x, way)); }  \
  OVERLOAD WEFT_PURE gentype NAME(_rtp)(VECTOR(source) x) { return toHalf_rtp(CONVERT(x, way)); }  \
  OVERLOAD WEFT_PURE gentype NAME(_rtn)(VECTOR(source) x) { return toHalf_rtn(CONVERT(x, way)); }
FROM(char, float)
FROM(uchar, float)
FROM(short, float)
FROM(ushort, float)
FROM(int, float)
FROM(uint, float)
FROM(long, float)
FROM(ulong, float)
FROM(float, float)
FROM(double, double)

#undef FROM
#undef NAME
#undef NAME_
#undef NAME_OF

#endif
