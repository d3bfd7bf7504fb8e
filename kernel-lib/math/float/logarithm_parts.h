// Inside a body: the steps of the logarithms (see logarithm.cl).

// f, and e in *exponent, for positive finite x.
static OVERLOAD gentype split(gentype x, __private gentype *exponent) {
  intn is_small = x < (gentype)FLT_MIN;
  gentype normal = is_small ? x * 0x1p23f : x;
  intn above_root = AS_INT(normal) - HALF_ROOT_BITS;
  gentype significand = AS_FLOAT(AS_INT(normal) - (above_root & (intn)0xff800000));
  *exponent = CONVERT(above_root >> 23, float) - (is_small ? (gentype)23.0f : (gentype)0.0f);
  return significand - 1.0f;
}

// log(1 + f)
static OVERLOAD gentype log_near_1(gentype f) {
  gentype p = FMA(-0x1.38de36p-4f, f, 0x1.056c98p-3f);
  p = FMA(p, f, -0x1.0d853ap-3f);
  p = FMA(p, f, 0x1.22d788p-3f);
  p = FMA(p, f, -0x1.54720cp-3f);
  p = FMA(p, f, 0x1.99a028p-3f);
  p = FMA(p, f, -0x1.000228p-2f);
  p = FMA(p, f, 0x1.555554p-2f);
  return FMA(FMA(p, f, -0.5f), f * f, f);
}

// log(1 + x) for finite x above -1. For the rounded sum u = 1 + x, which is 2^e times a significand,
// f is the significand minus 1 plus what u lacks of the sum, which matters only below 2^24.
static OVERLOAD gentype log_of_1_plus(gentype x) {
  gentype u = 1.0f + x;
  gentype lacks = x - (u - 1.0f);
  intn above_root = AS_INT(u) - HALF_ROOT_BITS;
  intn exponent_bits = above_root & (intn)0xff800000;
  gentype significand = AS_FLOAT(AS_INT(u) - exponent_bits);
  gentype scale = AS_FLOAT((intn)ONE_BITS - exponent_bits);
  scale = x < (gentype)0x1p24f ? scale : (gentype)0.0f;
  gentype f = FMA(lacks, scale, significand - 1.0f);
  gentype exponent = CONVERT(above_root >> 23, float);
  gentype result = FMA(exponent, 0x1.62e43p-1f, log_near_1(f));
  return FABS(x) < (gentype)0x1p-25f ? x : result;
}
