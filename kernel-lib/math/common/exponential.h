// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: exponentials for any argument (OpenCL C 3.0, 6.15.2). Before it stands times_power. The
// bounds are where the result is 0 or infinite. Comparisons with NaN fail, so bounds keep NaN.

static OVERLOAD gentype any_exp(gentype x) {
  x = bounded(x, EXP_IS_0, EXP_IS_INFINITE);
  gentype sum, twice = twice_exp(x, &sum);
  return times_power(twice, sum);
}

static OVERLOAD gentype any_exp2(gentype x) {
  x = bounded(x, EXP2_IS_0, EXP2_IS_INFINITE);
  gentype sum = x + ROUNDING;
  return times_power(twice_exp2_of_rest(x - (sum - ROUNDING)), sum);
}

static OVERLOAD gentype any_exp10(gentype x) {
  x = bounded(x, EXP10_IS_0, EXP10_IS_INFINITE);
  gentype sum, twice = twice_exp10(x, &sum);
  return times_power(twice, sum);
}

OVERLOAD gentype expm1(gentype x) {
  gentype shifted = shifted_expm1(bounded(x, EXPM1_IS_MINUS_1, EXPM1_IS_INFINITE));
  gentype result = shifted * (gentype)(1 << EXPM1_SHIFT);
  return FABS(x) < (gentype)EXPM1_IS_ARGUMENT ? x : result;
}
