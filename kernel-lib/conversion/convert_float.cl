// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions to float and its vectors. Integers of 8 and 16 bits are floats.
#include "kernel-lib/conversion/conversion.h"

WEFT_DEFINE_INTEGER_ROUNDINGS(float, uint, 24)

static OVERLOAD WEFT_PURE float round_float_rtz(int x) { return round_float_rtz((long)x); }
static OVERLOAD WEFT_PURE float round_float_rtp(int x) { return round_float_rtp((long)x); }
static OVERLOAD WEFT_PURE float round_float_rtn(int x) { return round_float_rtn((long)x); }
static OVERLOAD WEFT_PURE float round_float_rtz(uint x) { return round_float_rtz((ulong)x); }
static OVERLOAD WEFT_PURE float round_float_rtp(uint x) { return round_float_rtp((ulong)x); }
static OVERLOAD WEFT_PURE float round_float_rtn(uint x) { return round_float_rtn((ulong)x); }

// Directed rounding of a double: the nearest float, taken one value back where comparing (exact, as
// a float is a double) shows it on the wrong side. A NaN is on neither side.

static WEFT_PURE float towardsZero(float x) { return as_float(as_uint(x) - 1); }
static WEFT_PURE float awayFromZero(float x) { return as_float(as_uint(x) + 1); }

static OVERLOAD WEFT_PURE float round_float_rtz(double x) {
  const float nearest = (float)x;
  return __builtin_elementwise_abs((double)nearest) > __builtin_elementwise_abs(x)
             ? towardsZero(nearest)
             : nearest;
}

static OVERLOAD WEFT_PURE float round_float_rtp(double x) {
  const float nearest = (float)x;
  if (!((double)nearest < x))
    return nearest;
  return x < 0 ? towardsZero(nearest) : awayFromZero(nearest);
}

static OVERLOAD WEFT_PURE float round_float_rtn(double x) {
  const float nearest = (float)x;
  if (!((double)nearest > x))
    return nearest;
  return x < 0 ? awayFromZero(nearest) : towardsZero(nearest);
}

WEFT_EXACT_CONVERSIONS_TO_FLOAT(char, float)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(uchar, float)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(short, float)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(ushort, float)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(half, float)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(float, float)
WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(int, float)
WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(uint, float)
WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(long, float)
WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(ulong, float)
WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(double, float)
