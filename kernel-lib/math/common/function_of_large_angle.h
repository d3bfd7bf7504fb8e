// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scalar body: the function of a large angle from its quarter turns. Before it stands
// quarter_turns reduce(scalar x), which returns the radians within pi/4 and the number of the
// quarter.

scalar RARE_LARGE_ANGLE(scalar x, int function) {
  scalar magnitude = FABS(x);
  if (!(magnitude < INFINITY))
    return NAN;
  quarter_turns turns = reduce(magnitude);
  scalar s = sin_of_quarter(turns.radians), c = cos_of_quarter(turns.radians);
  bool odd = turns.quarter & 1;
  scalar sign = x < 0 ? -1 : 1;
  if (function == WEFT_TANGENT)
    return sign * (odd ? -c / s : s / c);
  if (function == WEFT_SINE)
    return (turns.quarter & 2 ? -sign : sign) * (odd ? c : s);
  return ((turns.quarter + 1) & 2 ? (scalar)-1 : (scalar)1) * (odd ? s : c);
}
