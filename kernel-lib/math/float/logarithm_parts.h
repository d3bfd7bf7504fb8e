// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the steps of the logarithms (see logarithm.cl).

// f, and 2^23 e in *exponent, for positive finite x. That is e where it stands in a float's
// representation, which saves shifting it.
static OVERLOAD gentype split(gentype x, __private gentype *exponent) {
  intn is_small = x < (gentype)FLT_MIN;
  gentype normal = is_small ? x * 0x1p23f : x;
  intn exponent_bits = (AS_INT(normal) - HALF_ROOT_BITS) & (intn)0xff800000;
  gentype significand = AS_FLOAT(AS_INT(normal) - exponent_bits);
  *exponent = CONVERT(exponent_bits, float) - (is_small ? (gentype)(23 * 0x1p23f) : (gentype)0.0f);
  return significand - 1.0f;
}

// log(2) / 2^23, and its two parts, of which products of exponents with the first are exact.
#define LOG_2_SHIFTED 0x1.62e43p-24f
#define LOG_2_SHIFTED_HIGH 0x1.62e4p-24f
#define LOG_2_SHIFTED_LOW 0x1.7f7d1cp-43f

// log(1 + f)
static OVERLOAD gentype log_near_1(gentype f) {
  gentype p = MAD(0x1.6465c2p-4f, f, -0x1.243bdep-3f);
  p = MAD(p, f, 0x1.31774ep-3f);
  p = MAD(p, f, -0x1.53815ap-3f);
  p = MAD(p, f, 0x1.98d796p-3f);
  p = MAD(p, f, -0x1.000384p-2f);
  p = MAD(p, f, 0x1.5556dap-2f);
  return MAD(MAD(p, f, -0.5f), f * f, f);
}

// log2(1 + f)
static OVERLOAD gentype log2_near_1(gentype f) {
  gentype p = MAD(0x1.024b6ep-3f, f, -0x1.a6e268p-3f);
  p = MAD(p, f, 0x1.b8c22ap-3f);
  p = MAD(p, f, -0x1.e99368p-3f);
  p = MAD(p, f, 0x1.26e742p-2f);
  p = MAD(p, f, -0x1.715b3ep-2f);
  p = MAD(p, f, 0x1.ec72f4p-2f);
  p = MAD(p, f, -0x1.715472p-1f);
  p = MAD(p, f, 0x1.715476p0f);
  return p * f;
}

// log10(2) / 2^23
#define LOG10_2_SHIFTED 0x1.344136p-25f

// log10(1 + f)
static OVERLOAD gentype log10_near_1(gentype f) {
  gentype p = MAD(0x1.371cc6p-5f, f, -0x1.fd3f46p-5f);
  p = MAD(p, f, 0x1.095abep-4f);
  p = MAD(p, f, -0x1.26cp-4f);
  p = MAD(p, f, 0x1.63197cp-4f);
  p = MAD(p, f, -0x1.bcbfeap-4f);
  p = MAD(p, f, 0x1.287bdep-3f);
  p = MAD(p, f, -0x1.bcb7acp-3f);
  p = MAD(p, f, 0x1.bcb7b2p-2f);
  return p * f;
}

// log(1 + x) for finite x above -1. For the rounded sum u = 1 + x, which is 2^e times a
// significand, f is the significand minus 1 plus what u lacks of the sum, which matters only below
// 2^24.
static OVERLOAD gentype log_of_1_plus(gentype x) {
  gentype u = 1.0f + x;
  gentype lacks = x - (u - 1.0f);
  intn exponent_bits = (AS_INT(u) - HALF_ROOT_BITS) & (intn)0xff800000;
  gentype significand = AS_FLOAT(AS_INT(u) - exponent_bits);
  gentype scale = AS_FLOAT((intn)ONE_BITS - exponent_bits);
  scale = x < (gentype)0x1p24f ? scale : (gentype)0.0f;
  gentype f = MAD(lacks, scale, significand - 1.0f);
  gentype exponent = CONVERT(exponent_bits, float);
  gentype low = MAD(exponent, LOG_2_SHIFTED_LOW, log_near_1(f));
  gentype result = MAD(exponent, LOG_2_SHIFTED_HIGH, low);
  return FABS(x) < (gentype)0x1p-25f ? x : result;
}
