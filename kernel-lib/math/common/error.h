// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: error functions (OpenCL C 3.0, 6.15.2). Before it stand common/exponential_parts.h, the
// times_power.h of the type and
//   log_of_rest(x): -log(1 - erf(x)) for 0 <= x <= ERF_IS_1;
//   erfc_polynomial(t): exp(x^2) erfc(x) (1 + 9/8 x) for t = (x - ERFC_CENTRE) / (x + ERFC_CENTRE).
//
// erf(x) = 1 - exp(-y) with y = -log(1 - erf(x)). This difference keeps its bits where y is small.
// For x >= 0, erfc(x) is exp(-x^2) times a polynomial over 1 + 9/8 x; the divisor makes the
// polynomial's values near 1 and flat where x is small. For negative x, erfc(x) = 2 - erfc(-x).

OVERLOAD gentype erf(gentype x) {
  gentype magnitude = FABS(x);
  gentype y = log_of_rest(magnitude > (gentype)ERF_IS_1 ? (gentype)ERF_IS_1 : magnitude);
  gentype sum = MAD(y, -LOG2_E, ROUNDING);
  gentype r = exp_rest(-y, sum - ROUNDING);
  gentype power = power_of_steps(sum, 0);
  gentype result = ((gentype)1 - power) - power * expm1_of_rest(r);
  return with_sign(result, x);
}

// exp(x^2) erfc(x) for 0 <= x <= ERFC_GREATEST. The exact value is 1 + *lacks times as much. One
// division gives the reciprocals of 1 + 9/8 x and of x + ERFC_CENTRE. The error of the first
// matters, that of the second does not.
static OVERLOAD gentype scaled_erfc(gentype x, __private gentype *lacks) {
  gentype u = MAD(x, 1.125, 1), u_low = MAD(x, 1.125, (gentype)1 - u);
  gentype v = x + (gentype)ERFC_CENTRE;
  gentype ratio = (gentype)1 / (u * v), reciprocal = ratio * v;
  *lacks = MAD(-u_low, reciprocal, FMA(-u, reciprocal, 1));
  return erfc_polynomial((x - (gentype)ERFC_CENTRE) * (ratio * u)) * reciprocal;
}

// The square is the sum of two numbers.
OVERLOAD gentype erfc(gentype x) {
  gentype magnitude = FABS(x);
  magnitude = magnitude > (gentype)ERFC_GREATEST ? (gentype)ERFC_GREATEST : magnitude;
  gentype square = magnitude * magnitude, square_low = FMA(magnitude, magnitude, -square);
  gentype lacks, scaled = scaled_erfc(magnitude, &lacks);
  gentype sum = MAD(square, -LOG2_E, ROUNDING);
  gentype r = exp_rest(-square, sum - ROUNDING) + (lacks - square_low);
  gentype result = times_power(twice_exp_of_rest(r) * scaled, sum);
  return x < (gentype)0 ? (gentype)2 - result : result;
}
