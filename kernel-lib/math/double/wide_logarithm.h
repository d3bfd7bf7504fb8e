// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: a logarithm of some 64 bits (see power.cl).

#define A_HIGH 0x1.71547652b82fep1 // 2 / log(2)
#define A_LOW 0x1.777d0ffda0d24p-55
#define B_HIGH 0x1.ec709dc3a03fdp-1 // 2 / (3 log(2))
#define B_LOW 0x1.d27f05548af0cp-55

// The logarithm to base 2 of 2^exponent (1 + f) is the result plus *low.
static OVERLOAD gentype sum_of_logs(gentype exponent, gentype f, __private gentype *low) {
  gentype divisor = f + 2.0, divisor_low = f - (divisor - 2.0), reciprocal = 1.0 / divisor;
  gentype s = f * reciprocal, square = s * s, cube = s * square, fourth = square * square;
  gentype p = MAD(0x1.888cf52a9f75cp-3, square, 0x1.c6969b66ce1dbp-3);
  p = MAD(0x1.7d91b516b7babp-3, fourth, p);
  p = MAD(p, fourth, MAD(0x1.0c9a7af56aa85p-2, square, 0x1.484b13e3e69ffp-2));
  p = MAD(p, fourth, MAD(0x1.a61762a7a8319p-2, square, 0x1.2776c50ef9c02p-1));
  // The exact quotient is s + s_low, which adds a (1 + s^2) s_low to the logarithm.
  gentype s_low = MAD(-s, divisor_low, FMA(-s, divisor, f)) * reciprocal;
  gentype first = A_HIGH * s;
  gentype first_low = MAD(A_LOW, s, FMA(A_HIGH, s, -first));
  first_low = MAD(s_low, MAD(A_HIGH, square, A_HIGH), first_low);
  gentype cube_low = MAD(s, FMA(s, s, -square), FMA(s, square, -cube));
  gentype third = B_HIGH * cube;
  gentype third_low = MAD(B_HIGH, cube_low, MAD(B_LOW, cube, FMA(B_HIGH, cube, -third)));
  third_low = MAD(p * square, cube, third_low);

  gentype near_1 = first + third, near_1_low = (first - near_1) + third;
  gentype result = exponent + near_1;
  *low = (exponent - result) + near_1 + (near_1_low + (first_low + third_low));
  return result;
}

#undef A_HIGH
#undef A_LOW
#undef B_HIGH
#undef B_LOW
