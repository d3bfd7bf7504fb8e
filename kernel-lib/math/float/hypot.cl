// The length of a vector of two floats (OpenCL C 3.0, 6.15.2), whose squares a double holds.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/hypot.cl"
#include "kernel-lib/gentype/float.h"
#else

OVERLOAD gentype hypot(gentype x, gentype y) {
  doublen wide_x = CONVERT(x, double), wide_y = CONVERT(y, double);
  gentype length = CONVERT(SQRT(wide_x * wide_x + wide_y * wide_y), float);
  intn is_infinite = (FABS(x) == (gentype)INFINITY) | (FABS(y) == (gentype)INFINITY);
  return is_infinite ? (gentype)INFINITY : length;
}

#endif
