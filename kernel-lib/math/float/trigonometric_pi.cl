// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of half turns of float (OpenCL C 3.0, 6.15.2).
//
// |x| modulo 2 is exact, and so is what a whole number, half of one or a number between leaves of
// it. Zeros have signs of their own: those of the sine have the argument's, those of the cosine are
// positive; of the tangent zero and infinity alternate in sign.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/trigonometric_pi.cl"
#include "kernel-lib/gentype/float.h"
#else

#define PI_HIGH 0x1.921fb6p1f
#define PI_LOW -0x1.777a5cp-24f

static OVERLOAD gentype modulo_2(gentype magnitude) {
  return MAD(__builtin_elementwise_trunc(magnitude * 0.5f), -2.0f, magnitude);
}

// sin(pi r) for |r| <= 1/2.
static OVERLOAD gentype sinpi_of_half(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.3e56a4p-4f, square, -0x1.32587ep-1f);
  p = MAD(p, square, 0x1.46693ap1f);
  p = MAD(p, square, -0x1.4abbc6p2f);
  p = MAD(p, square, PI_LOW);
  return MAD(r, PI_HIGH, p * r);
}

// The same for |r| <= 1/4, with the cosine.
static OVERLOAD gentype sinpi_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(-0x1.2dbd92p-1f, square, 0x1.465fc4p1f);
  p = MAD(p, square, -0x1.4abbbep2f);
  p = MAD(p, square, PI_LOW);
  return MAD(r, PI_HIGH, p * r);
}

static OVERLOAD gentype cospi_of_quarter(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.d684aap-3f, square, -0x1.55b7cep0f);
  p = MAD(p, square, 0x1.03c1b8p2f);
  p = MAD(p, square, -0x1.3bd3ccp2f);
  return MAD(p, square, 1.0f);
}

OVERLOAD gentype sinpi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = turn + ROUNDING;
  gentype r = turn - (sum - ROUNDING);
  uintn parity = r == (gentype)0.0f ? (uintn)0 : AS_UINT(sum) << 31;
  return AS_FLOAT(AS_UINT(sinpi_of_half(r)) ^ parity ^ (AS_UINT(x) & SIGN_BIT));
}

OVERLOAD gentype cospi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = (turn - 0.5f) + ROUNDING;
  gentype r = (sum - ROUNDING) + 0.5f - turn;
  uintn parity = r == (gentype)0.0f ? (uintn)0 : AS_UINT(sum) << 31;
  return AS_FLOAT(AS_UINT(sinpi_of_half(r) + 0.0f) ^ parity);
}

OVERLOAD gentype tanpi(gentype x) {
  gentype turn = modulo_2(FABS(x)), sum = MAD(turn, 2.0f, ROUNDING);
  gentype r = MAD(sum - ROUNDING, -0.5f, turn);
  gentype s = sinpi_of_quarter(r) + 0.0f, c = cospi_of_quarter(r);
  uintn quarter = AS_UINT(sum);
  intn is_odd = (quarter & 1) != 0;
  gentype ratio = (is_odd ? c : s) / (is_odd ? s : c);
  uintn sign = (r == (gentype)0.0f ? quarter << 30 : quarter << 31) & SIGN_BIT;
  return AS_FLOAT(AS_UINT(ratio) ^ sign ^ (AS_UINT(x) & SIGN_BIT));
}

#undef PI_HIGH
#undef PI_LOW

#endif
