// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the steps of double's logarithms (see common/logarithm.h). The logarithm of 1 + f
// is an odd function of f / (2 + f), which has a short polynomial. Float needs no division: its
// polynomial in f is short enough.

// f and e for positive normal numbers.
static OVERLOAD gentype split_normal(gentype x, __private gentype *exponent) {
  ubitsn shifted = AS_UBITS(x) + (ONE_BITS - HALF_ROOT_BITS);
  gentype significand = AS_FLOATING((shifted & SIGNIFICAND_BITS) + HALF_ROOT_BITS);
  *exponent = AS_FLOATING((shifted >> 52) | 0x4330000000000000ul) - (gentype)(0x1p52 + 1023.0);
  return significand - 1.0;
}

// The same for positive finite x.
static OVERLOAD gentype split(gentype x, __private gentype *exponent) {
  bitsn is_small = x < (gentype)DBL_MIN;
  gentype f = split_normal(is_small ? x * 0x1p54 : x, exponent);
  *exponent -= is_small ? (gentype)54.0 : (gentype)0.0;
  return f;
}

// f - log(1 + f) = s (f - R(s^2)), with s = f / (2 + f) and log(1 + f) = 2 s + s R(s^2).
static OVERLOAD gentype above_log(gentype f) {
  gentype s = f / (f + 2.0), square = s * s, fourth = square * square;
  gentype p = MAD(0x1.39fe212aea87bp-3, square, 0x1.7462b661a6659p-3);
  p = MAD(0x1.2b5b8533b7489p-3, fourth, p);
  p = MAD(p, fourth, MAD(0x1.c71c62e0b72cbp-3, square, 0x1.2492492df3035p-2));
  p = MAD(p, fourth, MAD(0x1.9999999995303p-2, square, 0x1.5555555555558p-1));
  return s * MAD(-p, square, f);
}

// log(2^e (1 + f)) - e LOG_2_HIGH
static OVERLOAD gentype low_of_log(gentype exponent, gentype f) {
  return f + MAD(exponent, LOG_2_LOW, -above_log(f));
}

// The logarithms of 2^e (1 + f).
static OVERLOAD gentype log_of_parts(gentype exponent, gentype f) {
  return MAD(exponent, LOG_2_HIGH, low_of_log(exponent, f));
}

static OVERLOAD gentype log2_of_parts(gentype exponent, gentype f) {
  return MAD(f - above_log(f), LOG2_E, exponent);
}

static OVERLOAD gentype log10_of_parts(gentype exponent, gentype f) {
  gentype significands = (f - above_log(f)) * 0x1.bcb7b1526e50ep-2;
  return MAD(exponent, 0x1.34413509f79ffp-2, significands);
}

// log(1 + x) for finite x above -1. The rounded sum u = 1 + x is 2^e times a significand; the exact
// sum is u + lacks. That difference matters only below 2^53.
static OVERLOAD gentype log_of_1_plus(gentype x) {
  gentype u = x + 1.0;
  gentype lacks = x - (u - 1.0);
  gentype exponent, f = split_normal(u, &exponent);
  gentype scale = AS_FLOATING(ONE_BITS - (AS_UBITS(exponent + ROUNDING) << 52));
  lacks = x < (gentype)0x1p53 ? lacks * scale : (gentype)0.0;
  gentype low = MAD(exponent, LOG_2_LOW, lacks) - above_log(f + lacks);
  gentype result = MAD(exponent, LOG_2_HIGH, f + low);
  return FABS(x) < (gentype)0x1p-54 ? x : result;
}
