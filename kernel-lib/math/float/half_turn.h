// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the sine for |r| <= pi/2, by a minimax polynomial.

static OVERLOAD gentype sin_of_half(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.5db2ep-19f, square, -0x1.9f6fbap-13f);
  p = MAD(p, square, 0x1.110ed6p-7f);
  p = MAD(p, square, -0x1.55554cp-3f);
  return MAD(p * square, r, r);
}
