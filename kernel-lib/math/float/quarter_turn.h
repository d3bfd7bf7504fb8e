// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: sine and cosine for |r| <= pi/4, by minimax polynomials.

static OVERLOAD gentype sin_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(-0x1.991e08p-13f, square, 0x1.1106cap-7f);
  p = MAD(p, square, -0x1.555544p-3f);
  return MAD(p * square, r, r);
}

static OVERLOAD gentype cos_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.99df46p-16f, square, -0x1.6c0c16p-10f);
  p = MAD(p, square, 0x1.55554ap-5f);
  p = MAD(p, square, -0.5f);
  return MAD(p, square, 1.0f);
}
