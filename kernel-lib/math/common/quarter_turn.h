// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: sine and cosine for |r| <= pi/4.

static OVERLOAD gentype sin_of_quarter(gentype r) {
  gentype square = r * r, p = HORNER(square, sin_of_quarter_terms);
  return MAD(p * square, r, r);
}

static OVERLOAD gentype cos_of_quarter(gentype r) {
  gentype square = r * r;
  return MAD(HORNER(square, cos_of_quarter_terms), square, 1);
}
