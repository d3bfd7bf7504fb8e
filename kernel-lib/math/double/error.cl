// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error functions of double, whose polynomials take two or four terms at a time. Float's are short
// and take one step after the other.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/error.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/double/times_power.h"

// -log(1 - erf(x)) for 0 <= x <= 6.
static OVERLOAD gentype log_of_rest(gentype x) {
  gentype square = x * x, fourth = square * square;
  gentype p = MAD(MAD(-0x1.02dc121262d8bp-48, x, 0x1.6ba81c66ec27ep-43), square,
                  MAD(-0x1.d983f7412ef0dp-39, x, 0x1.7a68a6be484a8p-35));
  p = MAD(p, fourth,
          MAD(MAD(-0x1.9d8405bd4e66dp-32, x, 0x1.447177208643p-29), square,
              MAD(-0x1.72306c9d8a491p-27, x, 0x1.2919878c7b787p-25)));
  p = MAD(p, fourth,
          MAD(MAD(-0x1.1a598acf7d5a2p-24, x, -0x1.91cd9146a774dp-27), square,
              MAD(0x1.325783d1ee4a8p-21, x, -0x1.116bee596fe29p-19)));
  p = MAD(p, fourth,
          MAD(MAD(0x1.a47e36acd8aa2p-19, x, 0x1.a96e7dae105f4p-19), square,
              MAD(-0x1.f032a568f2b71p-16, x, 0x1.0e32f8958d497p-14)));
  p = MAD(p, fourth,
          MAD(MAD(0x1.b29af43bac72cp-16, x, -0x1.35663bd7b2f73p-11), square,
              MAD(0x1.bca691deea77p-10, x, -0x1.b6b6a1c98d708p-13)));
  p = MAD(p, square, MAD(-0x1.396685908d71ep-6, x, 0x1.a4f4e2a1a9b53p-4));
  p = MAD(MAD(p, x, 0x1.45f306dc9c8d9p-1), x, TWO_OVER_ROOT_PI_LOW);
  return MAD(x, TWO_OVER_ROOT_PI_HIGH, p * x);
}

static OVERLOAD gentype erfc_polynomial(gentype t) {
  gentype square = t * t;
  gentype p = MAD(-0x1.424fb89ca64e1p-28, t, -0x1.a478c3fa04e41p-28);
  p = MAD(p, square, MAD(0x1.c01bf61e8c42fp-25, t, 0x1.7b6b14e8883c1p-25));
  p = MAD(p, square, MAD(-0x1.c3df097f120b2p-22, t, 0x1.aa538c9833996p-25));
  p = MAD(p, square, MAD(0x1.971f8b9ab7f1dp-19, t, -0x1.518225eb11552p-18));
  p = MAD(p, square, MAD(-0x1.e87bcdaf8bce5p-17, t, 0x1.39fa8a3def84p-14));
  p = MAD(p, square, MAD(-0x1.452b54506c1a3p-14, t, -0x1.c8efc462cd198p-12));
  p = MAD(p, square, MAD(0x1.452c0471622p-9, t, -0x1.e0b287d4bf4d3p-8));
  p = MAD(p, square, MAD(0x1.f4f0daa8f467bp-7, t, -0x1.82f2f299e7f1p-6));
  p = MAD(p, square, MAD(0x1.9b7c27f728af6p-6, t, -0x1.2c4186333a7a6p-7));
  p = MAD(p, square, MAD(-0x1.12e8a665fa2c4p-5, t, 0x1.ab6160c8dc304p-4));
  return MAD(MAD(p, t, -0x1.88f7ef80ff63p-3), t, 0x1.81ca5c6ac35d4p-1);
}

#include "kernel-lib/math/common/error.h"

#endif
