// Inside a body: the steps of the exponentials (see exponential.cl).

static OVERLOAD gentype bounded(gentype x, float least, float greatest) {
  x = x < (gentype)least ? (gentype)least : x;
  return x > (gentype)greatest ? (gentype)greatest : x;
}

// x * 2^n for the sum ROUNDING + n.
static OVERLOAD gentype times_power(gentype x, gentype sum) {
  uintn n = AS_UINT(sum);
  uintn half_of_n = (n << 22) & (uintn)0xff800000;
  uintn rest_of_n = (n << 23) - half_of_n;
  return x * AS_FLOAT(half_of_n + ONE_BITS) * AS_FLOAT(rest_of_n + ONE_BITS);
}

// (exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2.
static OVERLOAD gentype exp_tail(gentype r) {
  gentype p = FMA(0x1.698b12p-10f, r, 0x1.12456ap-7f);
  p = FMA(p, r, 0x1.555a02p-5f);
  p = FMA(p, r, 0x1.555482p-3f);
  return FMA(p, r, 0x1.fffffap-2f);
}

// x - n log(2), for n = sum - ROUNDING.
static OVERLOAD gentype exp_rest(gentype x, gentype n) {
  return FMA(n, 0x1.05c61p-29f, FMA(n, -0x1.62e43p-1f, x));
}
