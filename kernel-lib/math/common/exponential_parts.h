// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the steps of the exponentials.
//
// The argument is n steps, each of which multiplies by 2, and a remainder r: b^x = 2^n b^r, with
// b^r between the square roots of 1/2 and 2. The number n is in the sum ROUNDING + n. A polynomial
// gives 2 b^r, to be multiplied by 2^(n - 1), because 2^n overflows sooner than the result.

// 2^(n - less) for the sum ROUNDING + n, where that is a normal number.
static OVERLOAD gentype power_of_steps(gentype sum, int less) {
  return AS_FLOATING((AS_UBITS(sum) << MANTISSA_BITS) + (ONE_BITS - (ubits)less * STEP_BITS));
}

// x - n log(2)
static OVERLOAD gentype exp_rest(gentype x, gentype n) {
  return MAD(n, -LOG_2_LOW, MAD(n, -LOG_2_HIGH, x));
}

// 2 exp(r)
static OVERLOAD gentype twice_exp_of_rest(gentype r) { return MAD(PAIRS(r, exp_terms), r, 2); }

// 2 exp(r) for the remainder r of x, and ROUNDING + n.
static OVERLOAD gentype twice_exp(gentype x, __private gentype *sum) {
  *sum = MAD(x, LOG2_E, ROUNDING);
  return twice_exp_of_rest(exp_rest(x, *sum - ROUNDING));
}

// 2 * 2^r
static OVERLOAD gentype twice_exp2_of_rest(gentype r) { return MAD(PAIRS(r, exp2_terms), r, 2); }

// 2 * 10^r for the remainder r of x, and ROUNDING + n.
static OVERLOAD gentype twice_exp10(gentype x, __private gentype *sum) {
  *sum = MAD(x, LOG2_10, ROUNDING);
  gentype n = *sum - ROUNDING;
  gentype r = MAD(n, -LOG10_2_LOW, MAD(n, -LOG10_2_HIGH, x));
  return MAD(PAIRS(r, exp10_terms), r, 2);
}

// exp(r) - 1
static OVERLOAD gentype expm1_of_rest(gentype r) { return MAD(PAIRS(r, expm1_terms), r * r, r); }

// exp(x) - 1 = 2^n (exp(r) - 1) + (2^n - 1), divided by 2^EXPM1_SHIFT.
static OVERLOAD gentype shifted_expm1(gentype x) {
  gentype sum = MAD(x, LOG2_E, ROUNDING);
  gentype p = expm1_of_rest(exp_rest(x, sum - ROUNDING));
  gentype power = power_of_steps(sum, EXPM1_SHIFT);
  return MAD(power, p, power - (gentype)(1.0 / (1 << EXPM1_SHIFT)));
}
