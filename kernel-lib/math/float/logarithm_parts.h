// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the steps of float's logarithms (see common/logarithm.h). A polynomial in f gives
// the logarithm of 1 + f. Double would need a long one, so it uses an odd function of f / (2 + f).

// log(2) / 2^23, and log(2) as the sum of two parts, also over 2^23.
#define LOG_2_SHIFTED (LOG_2 * 0x1p-23f)
#define LOG_2_SHIFTED_HIGH (LOG_2_HIGH * 0x1p-23f)
#define LOG_2_SHIFTED_LOW (LOG_2_LOW * 0x1p-23f)
// log10(2) / 2^23
#define LOG10_2_SHIFTED 0x1.344136p-25f

// f, and 2^23 e in *exponent, for positive finite x. The representation of a float has e times
// 2^23, so this saves a shift.
static OVERLOAD gentype split(gentype x, __private gentype *exponent) {
  bitsn is_small = x < (gentype)FLT_MIN;
  gentype normal = is_small ? x * 0x1p23f : x;
  bitsn exponent_bits = (AS_BITS(normal) - HALF_ROOT_BITS) & (bitsn)0xff800000;
  gentype significand = AS_FLOATING(AS_BITS(normal) - exponent_bits);
  *exponent = CONVERT(exponent_bits, float) - (is_small ? (gentype)(23 * 0x1p23f) : (gentype)0.0f);
  return significand - 1.0f;
}

// log(1 + f)
static OVERLOAD gentype log_near_1(gentype f) { return MAD(PAIRS(f, log_terms), f * f, f); }

// The logarithms of 2^e (1 + f).
static OVERLOAD gentype log_of_parts(gentype exponent, gentype f) {
  return MAD(exponent, LOG_2_SHIFTED, log_near_1(f));
}

static OVERLOAD gentype log2_of_parts(gentype exponent, gentype f) {
  return MAD(exponent, 0x1p-23f, PAIRS(f, log2_terms) * f);
}

static OVERLOAD gentype log10_of_parts(gentype exponent, gentype f) {
  return MAD(exponent, LOG10_2_SHIFTED, PAIRS(f, log10_terms) * f);
}

// log(1 + x) for finite x above -1. The rounded sum u = 1 + x is 2^e times a significand; the exact
// sum is u + lacks. f is the significand minus 1, plus lacks / 2^e. That term matters only below
// 2^24.
static OVERLOAD gentype log_of_1_plus(gentype x) {
  gentype u = 1.0f + x;
  gentype lacks = x - (u - 1.0f);
  bitsn exponent_bits = (AS_BITS(u) - HALF_ROOT_BITS) & (bitsn)0xff800000;
  gentype significand = AS_FLOATING(AS_BITS(u) - exponent_bits);
  gentype scale = AS_FLOATING((bitsn)ONE_BITS - exponent_bits);
  scale = x < (gentype)0x1p24f ? scale : (gentype)0.0f;
  gentype f = MAD(lacks, scale, significand - 1.0f);
  gentype exponent = CONVERT(exponent_bits, float);
  gentype low = MAD(exponent, LOG_2_SHIFTED_LOW, log_near_1(f));
  gentype result = MAD(exponent, LOG_2_SHIFTED_HIGH, low);
  return FABS(x) < (gentype)0x1p-25f ? x : result;
}
