// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the steps of the exponentials (see exponential.cl).

static OVERLOAD gentype bounded(gentype x, double least, double greatest) {
  x = x < (gentype)least ? (gentype)least : x;
  return x > (gentype)greatest ? (gentype)greatest : x;
}

// 2^(n - 1) for the sum ROUNDING + n.
static OVERLOAD gentype half_of_power(gentype sum) {
  return AS_DOUBLE((AS_ULONG(sum) << 52) + (ONE_BITS - (1ul << 52)));
}

// 2^n for the sum ROUNDING + n, times the half of `twice`, which is that of a number between the
// roots of 1/2 and 2. Twice 2^(n - 1) overflows only where the result does. A 2^n that is not a
// normal number is taken 2^64 times as large, and the last product rounds once. Zeros come from a
// factor 0, because processors are slow where a product vanishes.
static OVERLOAD gentype times_power(gentype twice, gentype sum) {
  longn is_low = sum < (gentype)(ROUNDING - 1021.0);
  ulongn n = AS_ULONG(sum) + (is_low ? (ulongn)64 : (ulongn)0);
  gentype result = twice * AS_DOUBLE((n << 52) + (ONE_BITS - (1ul << 52)));
  gentype down = sum < (gentype)(ROUNDING - 1075.0) ? (gentype)0.0 : (gentype)0x1p-64;
  return is_low ? result * down : result;
}

// x - n log(2). The product with the first part of the logarithm is exact.
static OVERLOAD gentype exp_rest(gentype x, gentype n) {
  return MAD(n, -0x1.ef35793c7673p-45, MAD(n, -0x1.62e42fefa38p-1, x));
}

// 2 exp(r) for |r| <= log(2) / 2. Polynomials take two steps at once, which shortens the chain of
// operations that wait for each other.
static OVERLOAD gentype twice_exp_of_rest(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.ad932d5340b22p-25, r, 0x1.28ae06e3f52a9p-21);
  p = MAD(p, square, MAD(0x1.71df18d48c378p-18, r, 0x1.a0199955871b5p-15));
  p = MAD(p, square, MAD(0x1.a01a012ff465dp-12, r, 0x1.6c16c18479ce6p-9));
  p = MAD(p, square, MAD(0x1.1111111126b32p-6, r, 0x1.55555555506b4p-4));
  p = MAD(p, square, MAD(0x1.55555555554fep-2, r, 0x1.000000000000ap0));
  return MAD(MAD(p, r, 2.0), r, 2.0);
}

// 2 exp(r) for the rest r of x, and ROUNDING + n.
static OVERLOAD gentype twice_exp(gentype x, __private gentype *sum) {
  *sum = MAD(x, 0x1.71547652b82fep0, ROUNDING);
  return twice_exp_of_rest(exp_rest(x, *sum - ROUNDING));
}

// 2 * 2^r for |r| <= 1/2.
static OVERLOAD gentype twice_exp2_of_rest(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.e973173b0ee8cp-31, r, 0x1.e61d45627b34ap-27);
  p = MAD(p, square, MAD(0x1.b52522bd3cc11p-23, r, 0x1.62bfc65859696p-19));
  p = MAD(p, square, MAD(0x1.ffcbfc66852f4p-16, r, 0x1.4309130f6d122p-12));
  p = MAD(p, square, MAD(0x1.5d87fe789e971p-9, r, 0x1.3b2ab6fb9fda5p-6));
  p = MAD(p, square, MAD(0x1.c6b08d704a12cp-4, r, 0x1.ebfbdff82c5a6p-2));
  return MAD(MAD(p, r, 0x1.62e42fefa39efp0), r, 2.0);
}

// exp(r) - 1 for |r| <= log(2) / 2.
static OVERLOAD gentype expm1_of_rest(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.1f1a3431c916dp-29, r, 0x1.af5f21a494ebdp-26);
  p = MAD(p, square, MAD(0x1.27e5133843ba1p-22, r, 0x1.71ddf814729ep-19));
  p = MAD(p, square, MAD(0x1.a01a018e10779p-16, r, 0x1.a01a01b00201bp-13));
  p = MAD(p, square, MAD(0x1.6c16c16c1aafap-10, r, 0x1.111111110f657p-7));
  p = MAD(p, square, MAD(0x1.555555555554dp-5, r, 0x1.5555555555559p-3));
  return MAD(MAD(p, r, 0.5), square, r);
}

// (exp(x) - 1) / 4 for -40 <= x <= 710.5, which does not overflow before sinh does: 2^n (exp(r) -
// 1) and 2^n - 1 at a quarter of the size.
static OVERLOAD gentype quarter_of_expm1(gentype x) {
  gentype sum = MAD(x, 0x1.71547652b82fep0, ROUNDING);
  gentype p = expm1_of_rest(exp_rest(x, sum - ROUNDING));
  gentype quarter = AS_DOUBLE((AS_ULONG(sum) << 52) + (ONE_BITS - (2ul << 52)));
  return MAD(quarter, p, quarter - 0.25);
}
