// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: arcs, in radians and in half turns (OpenCL C 3.0, 6.15.2), except atan and atanpi. Before
// it stands atan_of_pair(y, x, is_steep): the arc tangent of the smaller magnitude over the larger
// one.
//
// A polynomial gives the arc sine up to 1/2. Beyond, the arc is pi/2 minus twice the arc sine of
// sqrt((1 - x) / 2). Differences from parts of a turn take both numbers that pi is the sum of.

// turn * pi - arc
static OVERLOAD gentype radians_from(scalar turn, gentype arc) {
  return turn * PI_HIGH - (arc - turn * PI_LOW);
}

OVERLOAD gentype atan2(gentype y, gentype x) {
  bitsn is_steep = FABS(y) > FABS(x), is_left = AS_BITS(x) < 0;
  gentype arc = atan_of_pair(FABS(y), FABS(x), is_steep);
  arc = is_steep ? radians_from(0.5, arc) : arc;
  return with_sign(is_left ? radians_from(1, arc) : arc, y);
}

OVERLOAD gentype atan2pi(gentype y, gentype x) {
  bitsn is_steep = FABS(y) > FABS(x), is_left = AS_BITS(x) < 0;
  gentype arc = atan_of_pair(FABS(y), FABS(x), is_steep) * ONE_OVER_PI;
  arc = is_steep ? (gentype)0.5 - arc : arc;
  return with_sign(is_left ? (gentype)1 - arc : arc, y);
}

// The arc sine of the magnitude, or of sqrt((1 - magnitude) / 2) where it is large.
static OVERLOAD gentype reduced_asin(gentype magnitude, bitsn is_large) {
  gentype square = is_large ? MAD(magnitude, -0.5, 0.5) : magnitude * magnitude;
  gentype x = is_large ? SQRT(square) : magnitude;
  return MAD(HORNER(square, asin_terms) * square, x, x);
}

OVERLOAD gentype asin(gentype x) {
  bitsn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large);
  return with_sign(is_large ? radians_from(0.5, 2 * arc) : arc, x);
}

OVERLOAD gentype asinpi(gentype x) {
  bitsn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large) * ONE_OVER_PI;
  return with_sign(is_large ? (gentype)0.5 - 2 * arc : arc, x);
}

OVERLOAD gentype acos(gentype x) {
  bitsn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large), twice = 2 * arc;
  gentype of_large = x < (gentype)0 ? radians_from(1, twice) : twice;
  return is_large ? of_large : radians_from(0.5, with_sign(arc, x));
}

OVERLOAD gentype acospi(gentype x) {
  bitsn is_large = FABS(x) > (gentype)0.5;
  gentype arc = reduced_asin(FABS(x), is_large) * ONE_OVER_PI, twice = 2 * arc;
  gentype of_large = x < (gentype)0 ? (gentype)1 - twice : twice;
  return is_large ? of_large : (gentype)0.5 - with_sign(arc, x);
}
