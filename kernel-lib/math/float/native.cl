// native_ functions (OpenCL C 3.0, 6.15.2): about 18 bits, for ordinary arguments. Results below
// 2^-125 may be 0, zero has the logarithm -infinity, and no more is promised of extremes: infinity
// counts as 2^128, and sine and cosine of angles beyond 2^17 mean nothing. Square roots and
// quotients are the ordinary ones, which the processor has as instructions or nearly so.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/native.cl"
#include "kernel-lib/gentype/float.h"
#else

// b^x for the logarithm of b to base 2: 2^(n - 1) times 2 * 2^r, so that neither overflows before
// the result does. The bias of the exponent of 2^(n - 1) is added with the rounding.
static OVERLOAD gentype power(gentype x, float log2_of_base) {
  x = x < (gentype)(-126.0f / log2_of_base) ? (gentype)(-126.0f / log2_of_base) : x;
  x = x > (gentype)(128.0f / log2_of_base) ? (gentype)(128.0f / log2_of_base) : x;
  gentype sum = MAD(x, log2_of_base, ROUNDING + 126.0f);
  gentype r = MAD(x, log2_of_base, (ROUNDING + 126.0f) - sum);
  gentype p = MAD(0x1.39a2a2p-6f, r, 0x1.ca147ep-4f);
  p = MAD(p, r, 0x1.ec06a6p-2f);
  p = MAD(p, r, 0x1.62e0dcp0f);
  return MAD(p, r, 0x1.ffffe8p0f) * AS_FLOAT(AS_UINT(sum) << 23);
}

OVERLOAD gentype native_exp2(gentype x) { return power(x, 1.0f); }
OVERLOAD gentype native_exp(gentype x) { return power(x, 0x1.715476p0f); }
OVERLOAD gentype native_exp10(gentype x) { return power(x, 0x1.a934fp1f); }

// log2(x) times the logarithm of 2 to some base. Zero's is -infinity, and so is what is below.
static OVERLOAD gentype logarithm(gentype x, float log_of_2) {
  intn exponent_bits = (AS_INT(x) - HALF_ROOT_BITS) & (intn)0xff800000;
  gentype f = AS_FLOAT(AS_INT(x) - exponent_bits) - 1.0f;
  gentype p = MAD(-0x1.a634bcp-3f * log_of_2, f, 0x1.45d208p-2f * log_of_2);
  p = MAD(p, f, -0x1.774a94p-2f * log_of_2);
  p = MAD(p, f, 0x1.eb5444p-2f * log_of_2);
  p = MAD(p, f, -0x1.7141f4p-1f * log_of_2);
  p = MAD(p, f, 0x1.7154e4p0f * log_of_2);
  gentype result = MAD(CONVERT(exponent_bits, float), 0x1p-23f * log_of_2, p * f);
  return x > (gentype)0.0f ? result : x - INFINITY;
}

OVERLOAD gentype native_log2(gentype x) { return logarithm(x, 1.0f); }
OVERLOAD gentype native_log(gentype x) { return logarithm(x, 0x1.62e43p-1f); }
OVERLOAD gentype native_log10(gentype x) { return logarithm(x, 0x1.344136p-2f); }

OVERLOAD gentype native_powr(gentype x, gentype y) { return native_exp2(y * native_log2(x)); }

// sin(r) for |r| <= pi/2.
static OVERLOAD gentype rough_sin(gentype r) {
  gentype square = r * r;
  gentype p = MAD(-0x1.84dc3ep-13f, square, 0x1.107138p-7f);
  p = MAD(p, square, -0x1.555112p-3f);
  return MAD(p * square, r, r);
}

OVERLOAD gentype native_sin(gentype x) {
  gentype sum = MAD(x, 0x1.45f306p-2f, ROUNDING), n = sum - ROUNDING;
  gentype r = MAD(n, 0x1.777a5cp-24f, FMA(n, -0x1.921fb6p1f, x));
  return AS_FLOAT(AS_UINT(rough_sin(r)) ^ (AS_UINT(sum) << 31));
}

// The odd multiple of pi/2 that is nearest, or nearly so: of 2 x / pi in fixed point with 5 bits of
// a fraction, these become that of 1. The next bit is the sign.
OVERLOAD gentype native_cos(gentype x) {
  uintn sum = AS_UINT(MAD(x, 0x1.45f306p-1f, 0x1.8p18f));
  gentype n = AS_FLOAT((sum & ~31u) | 32u) - 0x1.8p18f;
  gentype r = MAD(n, -0x1.777a5cp-25f, FMA(n, 0x1.921fb6p0f, -x));
  return AS_FLOAT(AS_UINT(rough_sin(r)) ^ ((sum << 25) & SIGN_BIT));
}

OVERLOAD gentype native_tan(gentype x) { return native_sin(x) / native_cos(x); }

OVERLOAD gentype native_divide(gentype x, gentype y) { return x / y; }
OVERLOAD gentype native_recip(gentype x) { return 1.0f / x; }
OVERLOAD gentype native_rsqrt(gentype x) { return __weft_rsqrt(x); }
OVERLOAD gentype native_sqrt(gentype x) { return SQRT(x); }

#endif
