// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cube roots of double (OpenCL C 3.0, 6.15.2). Float's are powers (float/power.cl).
//
// |x| = 2^(3 q) m with m from 1/2 to 4. A polynomial and one step of a series give r = m^(-1/3) to
// some 40 bits. The root is m r^2 to as many bits. One step of Newton's method, with a residual of
// twice the precision, leaves only the error of the rounding.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/cbrt.cl"
#include "kernel-lib/gentype/double.h"
#else

OVERLOAD gentype cbrt(gentype x) {
  gentype magnitude = FABS(x);
  bitsn is_small = magnitude < (gentype)DBL_MIN;
  ubitsn normal = AS_UBITS(is_small ? magnitude * 0x1p54 : magnitude);
  gentype significand = AS_FLOATING((normal & SIGNIFICAND_BITS) | ONE_BITS);
  gentype exponent =
      AS_FLOATING((normal >> 52) | 0x4330000000000000ul) - (gentype)(0x1p52 + 1023.0);
  // The exponent is 3 q + more, where more is -1, 0 or 1. The sum is ROUNDING + q.
  gentype sum = MAD(exponent, 0x1.5555555555555p-2, ROUNDING);
  gentype more = MAD(sum - ROUNDING, -3.0, exponent);
  bitsn is_less = more<(gentype)0.0, is_more = more>(gentype) 0.0;
  gentype step = is_less ? (gentype)0.5 : (gentype)1.0;
  gentype step_root = is_less ? (gentype)0x1.428a2f98d728bp0 : (gentype)1.0;
  gentype m = significand * (is_more ? (gentype)2.0 : step);

  gentype r = MAD(0x1.d46f7d335b43fp-6, significand, -0x1.c5186105fc79cp-3);
  r = MAD(r, significand, 0x1.6416505a18e9fp-1);
  r = MAD(r, significand, -0x1.2c41e23e1e43cp0);
  r = MAD(r, significand, 0x1.ab859043fa5a5p0);
  r *= is_more ? (gentype)0x1.965fea53d6e3dp-1 : step_root;
  gentype rest = MAD(-m * r, r * r, 1.0);
  r = MAD(r * rest, MAD(rest, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2), r);

  gentype root = m * r * r;
  gentype square = root * root;
  gentype square_rest = FMA(root, root, -square);
  gentype residual = MAD(-square_rest, root, FMA(-square, root, m));
  root = MAD(residual * 0x1.5555555555555p-2, r * r, root);

  const ubitsn bias = ONE_BITS, bias_of_small = ONE_BITS - (18ul << 52);
  gentype result = root * AS_FLOATING((AS_UBITS(sum) << 52) + (is_small ? bias_of_small : bias));
  bitsn is_ordinary = (magnitude > (gentype)0.0) & (magnitude < (gentype)INFINITY);
  return is_ordinary ? COPYSIGN(result, x) : x;
}

#endif
