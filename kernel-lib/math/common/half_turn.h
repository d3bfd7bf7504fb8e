// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: the sine for |r| <= pi/2.

static OVERLOAD gentype sin_of_half(gentype r) {
  gentype square = r * r, p = HORNER(square, sin_of_half_terms);
  return MAD(p * square, r, r);
}
