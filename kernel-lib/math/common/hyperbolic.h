// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: the hyperbolic cosine and the inverse hyperbolic functions (OpenCL C 3.0, 6.15.2). Before
// it stand common/exponential_parts.h and the logarithm_parts.h of the type.
//
// The cosine comes from h = exp(|x|) / 2, which does not overflow before the cosine does. The
// inverse functions are log(1 + t), where a small t keeps its bits. From INVERSE_IS_LOG on, the
// squares that t needs could overflow, so asinh and acosh are log(2 x).

// exp(x) / 2 for x >= 0, as 2 exp(r) times 2^(n - 2).
static OVERLOAD gentype half_of_exp(gentype x) {
  x = x > (gentype)HALF_OF_EXP_GREATEST ? (gentype)HALF_OF_EXP_GREATEST : x;
  gentype sum, twice = twice_exp(x, &sum);
  return twice * power_of_steps(sum, 2);
}

OVERLOAD gentype cosh(gentype x) {
  gentype h = half_of_exp(FABS(x));
  return h + (gentype)0.25 / h;
}

// log(1 + t), or log(2 x) where x is large.
static OVERLOAD gentype inverse(gentype x, gentype t) {
  bitsn is_large = x > (gentype)INVERSE_IS_LOG;
  gentype result = log_of_1_plus(is_large ? x : t);
  result += is_large ? (gentype)LOG_2 : (gentype)0;
  return x < (gentype)INFINITY ? result : x;
}

OVERLOAD gentype asinh(gentype x) {
  gentype magnitude = FABS(x), square = x * x;
  gentype t = magnitude + square / (SQRT(square + (gentype)1) + (gentype)1);
  return with_sign(inverse(magnitude, t), x);
}

OVERLOAD gentype acosh(gentype x) {
  gentype above = x - (gentype)1;
  gentype t = above + SQRT(MAD(above, above, 2 * above));
  return x < (gentype)1 ? (gentype)NAN : inverse(x, t);
}

OVERLOAD gentype atanh(gentype x) {
  gentype magnitude = FABS(x);
  gentype result = (gentype)0.5 * log_of_1_plus(2 * magnitude / ((gentype)1 - magnitude));
  result = magnitude < (gentype)ATANH_IS_ARGUMENT ? magnitude : result;
  result = magnitude < (gentype)1 ? result : (gentype)NAN;
  return with_sign(magnitude == (gentype)1 ? (gentype)INFINITY : result, x);
}
