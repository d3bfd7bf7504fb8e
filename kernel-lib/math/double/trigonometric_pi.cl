// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of half turns of double (OpenCL C 3.0, 6.15.2).
//
// |x| modulo 2 is exact, and so is what a whole number, half of one or a number between leaves of
// it. Zeros have signs of their own: those of the sine have the argument's, those of the cosine are
// positive; of the tangent zero and infinity alternate in sign.
#ifndef gentype
#include "kernel-lib/math/double/forms.h"

#define WEFT_BODY "kernel-lib/math/double/trigonometric_pi.cl"
#include "kernel-lib/gentype/double.h"
#else

#define PI_HIGH 0x1.921fb54442d18p1

static OVERLOAD gentype modulo_2(gentype magnitude) {
  return MAD(__builtin_elementwise_trunc(magnitude * 0.5), -2.0, magnitude);
}

// sin(pi r) for |r| <= 1/2.
static OVERLOAD gentype sinpi_of_half(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.9cf889f18eb5dp-21, square, -0x1.6f784ce89a107p-16);
  p = MAD(p, square, 0x1.e8f35673f0f45p-12);
  p = MAD(p, square, -0x1.e3074dbed8457p-8);
  p = MAD(p, square, 0x1.50783484d9721p-4);
  p = MAD(p, square, -0x1.32d2cce626be3p-1);
  p = MAD(p, square, 0x1.466bc6775aa57p1);
  p = MAD(p, square, -0x1.4abbce625be52p2);
  p = MAD(p, square, 0x1.175880a95fabep-53);
  return MAD(r, PI_HIGH, p * r);
}

// The same for |r| <= 1/4, with the cosine.
static OVERLOAD gentype sinpi_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.e3f048556577p-12, square, -0x1.e300684324104p-8);
  p = MAD(p, square, 0x1.50782fcfe2381p-4);
  p = MAD(p, square, -0x1.32d2cce2dbbe5p-1);
  p = MAD(p, square, 0x1.466bc67758771p1);
  p = MAD(p, square, -0x1.4abbce625be41p2);
  p = MAD(p, square, 0x1.03609ce6a816cp-53);
  return MAD(r, PI_HIGH, p * r);
}

static OVERLOAD gentype cospi_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(-0x1.b16740acc6bcbp-14, square, 0x1.f9c89cd245a81p-10);
  p = MAD(p, square, -0x1.a6d1e7297ff4ep-6);
  p = MAD(p, square, 0x1.e1f5067b90e37p-3);
  p = MAD(p, square, -0x1.55d3c7e3c325cp0);
  p = MAD(p, square, 0x1.03c1f081b5a67p2);
  p = MAD(p, square, -0x1.3bd3cc9be45dep2);
  return MAD(p, square, 1.0);
}

OVERLOAD gentype sinpi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = turn + ROUNDING;
  gentype r = turn - (sum - ROUNDING);
  ulongn parity = r == (gentype)0.0 ? (ulongn)0 : AS_ULONG(sum) << 63;
  return AS_DOUBLE(AS_ULONG(sinpi_of_half(r)) ^ parity ^ (AS_ULONG(x) & SIGN_BIT));
}

OVERLOAD gentype cospi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = (turn - 0.5) + ROUNDING;
  gentype r = (sum - ROUNDING) + 0.5 - turn;
  ulongn parity = r == (gentype)0.0 ? (ulongn)0 : AS_ULONG(sum) << 63;
  return AS_DOUBLE(AS_ULONG(sinpi_of_half(r) + 0.0) ^ parity);
}

OVERLOAD gentype tanpi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = MAD(turn, 2.0, ROUNDING);
  gentype r = MAD(sum - ROUNDING, -0.5, turn);
  gentype s = sinpi_of_quarter(r) + 0.0, c = cospi_of_quarter(r);
  ulongn quarter = AS_ULONG(sum);
  longn is_odd = (quarter & 1) != 0;
  gentype ratio = (is_odd ? c : s) / (is_odd ? s : c);
  ulongn sign = (r == (gentype)0.0 ? quarter << 62 : quarter << 63) & SIGN_BIT;
  return AS_DOUBLE(AS_ULONG(ratio) ^ sign ^ (AS_ULONG(x) & SIGN_BIT));
}

#undef PI_HIGH

#endif
