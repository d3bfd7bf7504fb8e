// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: sine, cosine and tangent of half turns (OpenCL C 3.0, 6.15.2).
//
// |x| modulo 2 is exact. The sine subtracts the nearest whole number from it, the cosine the
// nearest odd multiple of 1/2, the tangent the nearest multiple of 1/2: these differences are
// exact, too. A zero of the sine has the sign of the argument. A zero of the cosine is positive.
// Zeros and infinities of the tangent alternate in sign.
#include "kernel-lib/math/common/steps.h"

static OVERLOAD gentype modulo_2(gentype magnitude) {
  return MAD(TRUNC(magnitude * (gentype)0.5), -2, magnitude);
}

// sin(pi r) for |r| <= 1/2
static OVERLOAD gentype sinpi_of_half(gentype r) {
  gentype p = HORNER(r * r, sinpi_of_half_terms);
  return MAD(r, PI_HIGH, p * r);
}

// The same for |r| <= 1/4
static OVERLOAD gentype sinpi_of_quarter(gentype r) {
  gentype p = HORNER(r * r, sinpi_of_quarter_terms);
  return MAD(r, PI_HIGH, p * r);
}

// cos(pi r) for |r| <= 1/4
static OVERLOAD gentype cospi_of_quarter(gentype r) {
  gentype square = r * r;
  return MAD(HORNER(square, cospi_of_quarter_terms), square, 1);
}

OVERLOAD gentype sinpi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = turn + ROUNDING;
  gentype r = turn - (sum - ROUNDING);
  ubitsn parity = r == (gentype)0 ? (ubitsn)0 : AS_UBITS(sum) << (FLOAT_BITS - 1);
  return AS_FLOATING(AS_UBITS(sinpi_of_half(r)) ^ parity ^ (AS_UBITS(x) & SIGN_BIT));
}

OVERLOAD gentype cospi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = (turn - (gentype)0.5) + ROUNDING;
  gentype r = (sum - ROUNDING) + (gentype)0.5 - turn;
  ubitsn parity = r == (gentype)0 ? (ubitsn)0 : AS_UBITS(sum) << (FLOAT_BITS - 1);
  return AS_FLOATING(AS_UBITS(sinpi_of_half(r) + (gentype)0) ^ parity); // -0 + 0 is 0
}

OVERLOAD gentype tanpi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = MAD(turn, 2, ROUNDING);
  gentype r = MAD(sum - ROUNDING, -0.5, turn);
  gentype s = sinpi_of_quarter(r) + (gentype)0, c = cospi_of_quarter(r);
  ubitsn quarter = AS_UBITS(sum);
  bitsn is_odd = (AS_BITS(sum) & 1) != 0;
  gentype ratio = (is_odd ? c : s) / (is_odd ? s : c);
  ubitsn sign_of_zero = quarter << (FLOAT_BITS - 2), sign_of_other = quarter << (FLOAT_BITS - 1);
  ubitsn sign = (r == (gentype)0 ? sign_of_zero : sign_of_other) & SIGN_BIT;
  return AS_FLOATING(AS_UBITS(ratio) ^ sign ^ (AS_UBITS(x) & SIGN_BIT));
}
