// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: sine and cosine for |r| <= pi/4, by minimax polynomials.

static OVERLOAD gentype sin_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.5d8e53c53415cp-33, square, -0x1.ae5e54d23935dp-26);
  p = MAD(p, square, 0x1.71de355f70d63p-19);
  p = MAD(p, square, -0x1.a01a019bf286dp-13);
  p = MAD(p, square, 0x1.111111110f75fp-7);
  p = MAD(p, square, -0x1.5555555555548p-3);
  return MAD(p * square, r, r);
}

static OVERLOAD gentype cos_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(-0x1.8fa697f1f779ep-37, square, 0x1.1ee9dbf59175fp-29);
  p = MAD(p, square, -0x1.27e4f7f1c95cfp-22);
  p = MAD(p, square, 0x1.a01a019c8f6bap-16);
  p = MAD(p, square, -0x1.6c16c16c15017p-10);
  p = MAD(p, square, 0x1.555555555554bp-5);
  p = MAD(p, square, -0.5);
  return MAD(p, square, 1.0);
}
