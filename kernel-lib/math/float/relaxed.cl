// What the compiler puts for mathematical built-ins where a program allows relaxed mathematics
// (-cl-unsafe-math-optimizations, -cl-fast-relaxed-math; the limits are those of OpenCL C 3.0,
// 7.4.4). Exponentials and logarithms keep their polynomials and lose the care for denormals and
// extreme values; sines keep an absolute error far below the limit. Zero still has the logarithm
// -infinity.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/relaxed.cl"
#include "kernel-lib/gentype/float.h"
#else

OVERLOAD gentype native_sin(gentype x);
OVERLOAD gentype native_cos(gentype x);
OVERLOAD gentype native_tan(gentype x);

OVERLOAD gentype __weft_relaxed_sin(gentype x) { return native_sin(x); }
OVERLOAD gentype __weft_relaxed_cos(gentype x) { return native_cos(x); }
OVERLOAD gentype __weft_relaxed_tan(gentype x) { return native_tan(x); }

// 2^(n - 1) times 2 * 2^r, so that neither overflows before the result does.
OVERLOAD gentype __weft_relaxed_exp2(gentype x) {
  x = x < (gentype)-126.0f ? (gentype)-126.0f : x;
  x = x > (gentype)128.0f ? (gentype)128.0f : x;
  gentype sum = x + ROUNDING;
  gentype r = x - (sum - ROUNDING);
  gentype p = MAD(0x1.3fd238p-12f, r, 0x1.5f13d2p-9f);
  p = MAD(p, r, 0x1.3b307ep-6f);
  p = MAD(p, r, 0x1.c6af6ap-4f);
  p = MAD(p, r, 0x1.ebfbd8p-2f);
  p = MAD(p, r, 0x1.62e43p0f);
  return MAD(p, r, 2.0f) * AS_FLOAT((AS_UINT(sum) << 23) + (ONE_BITS - 0x00800000));
}

OVERLOAD gentype __weft_relaxed_exp(gentype x) { return __weft_relaxed_exp2(x * 0x1.715476p0f); }
OVERLOAD gentype __weft_relaxed_exp10(gentype x) { return __weft_relaxed_exp2(x * 0x1.a934fp1f); }

OVERLOAD gentype __weft_relaxed_log2(gentype x) {
  intn exponent_bits = (AS_INT(x) - HALF_ROOT_BITS) & (intn)0xff800000;
  gentype f = AS_FLOAT(AS_INT(x) - exponent_bits) - 1.0f;
  gentype p = MAD(-0x1.c3715cp-4f, f, 0x1.7e193ap-3f);
  p = MAD(p, f, -0x1.877e78p-3f);
  p = MAD(p, f, 0x1.a2e548p-3f);
  p = MAD(p, f, -0x1.eab1p-3f);
  p = MAD(p, f, 0x1.277ef8p-2f);
  p = MAD(p, f, -0x1.715acap-2f);
  p = MAD(p, f, 0x1.ec7094p-2f);
  p = MAD(p, f, -0x1.71547p-1f);
  p = MAD(p, f, 0x1.715476p0f);
  gentype result = MAD(CONVERT(exponent_bits, float), 0x1p-23f, p * f);
  gentype outside = x == (gentype)0.0f ? (gentype)-INFINITY : (gentype)NAN;
  return x > (gentype)0.0f ? result : outside;
}

OVERLOAD gentype __weft_relaxed_log(gentype x) { return __weft_relaxed_log2(x) * 0x1.62e43p-1f; }
OVERLOAD gentype __weft_relaxed_log10(gentype x) { return __weft_relaxed_log2(x) * 0x1.344136p-2f; }

OVERLOAD gentype __weft_relaxed_powr(gentype x, gentype y) {
  return __weft_relaxed_exp2(y * __weft_relaxed_log2(x));
}

// Negative bases to whole powers are right; 0^0 is 1.
OVERLOAD gentype __weft_relaxed_pow(gentype x, gentype y) {
  gentype half_of_y = y * 0.5f;
  gentype result = __weft_relaxed_exp2(y * __weft_relaxed_log2(FABS(x)));
  intn is_whole = ROUND(y) == y;
  intn is_odd = is_whole & (ROUND(half_of_y) != half_of_y);
  result = AS_FLOAT(AS_UINT(result) ^ (is_odd ? AS_UINT(x) & SIGN_BIT : (uintn)0));
  result = ((x < (gentype)0.0f) & (is_whole == 0)) ? (gentype)NAN : result;
  return y == (gentype)0.0f ? (gentype)1.0f : result;
}

#endif
