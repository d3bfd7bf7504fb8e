// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the steps of the exponentials (see exponential.cl).

static OVERLOAD gentype bounded(gentype x, float least, float greatest) {
  x = x < (gentype)least ? (gentype)least : x;
  return x > (gentype)greatest ? (gentype)greatest : x;
}

// 2^n for the sum ROUNDING + n, times the half of `twice`, which is that of a number between the
// roots of 1/2 and 2. Twice 2^(n - 1) overflows only where the result does. Below -24 the rest of
// the steps makes a second factor, with a product that rounds once; for n = -151, the least there
// may be, that factor is 0, because processors are slow where a product vanishes.
static OVERLOAD gentype times_power(gentype twice, gentype sum) {
  intn first = __builtin_elementwise_max(AS_INT(sum), (intn)(ROUNDING_BITS - 24));
  uintn second = AS_UINT(sum) - AS_UINT(first);
  gentype result = twice * AS_FLOAT((AS_UINT(first) << 23) + (ONE_BITS - 0x00800000));
  return result * AS_FLOAT((second << 23) + ONE_BITS);
}

// (exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2.
static OVERLOAD gentype exp_tail(gentype r) {
  gentype p = MAD(0x1.698b12p-10f, r, 0x1.12456ap-7f);
  p = MAD(p, r, 0x1.555a02p-5f);
  p = MAD(p, r, 0x1.555482p-3f);
  return MAD(p, r, 0x1.fffffap-2f);
}

// x - n log(2), for n = sum - ROUNDING. The product with the first part of the logarithm is exact.
static OVERLOAD gentype exp_rest(gentype x, gentype n) {
  return MAD(n, -0x1.7f7d1cp-20f, MAD(n, -0x1.62e4p-1f, x));
}

// 2 exp(r)
static OVERLOAD gentype twice_exp_of_rest(gentype r) {
  gentype p = MAD(0x1.698b12p-9f, r, 0x1.12456ap-6f);
  p = MAD(p, r, 0x1.555a02p-4f);
  p = MAD(p, r, 0x1.555482p-2f);
  p = MAD(p, r, 0x1.fffffap-1f);
  return MAD(MAD(p, r, 2.0f), r, 2.0f);
}
