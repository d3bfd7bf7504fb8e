// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The length of a vector of two doubles (OpenCL C 3.0, 6.15.2), scaled where squares would overflow
// or vanish.
#ifndef gentype
#include "kernel-lib/math/double/forms.h"

#define WEFT_BODY "kernel-lib/math/double/hypot.cl"
#include "kernel-lib/gentype/double.h"
#else

OVERLOAD gentype hypot(gentype x, gentype y) {
  gentype size_x = FABS(x), size_y = FABS(y);
  gentype larger = size_x > size_y ? size_x : size_y;
  longn is_large = larger > (gentype)0x1p510, is_small = larger < (gentype)0x1p-450;
  gentype up = is_small ? (gentype)0x1p600 : (gentype)1.0;
  gentype down = is_small ? (gentype)0x1p-600 : (gentype)1.0;
  gentype scale = is_large ? (gentype)0x1p-600 : up;
  gentype unscale = is_large ? (gentype)0x1p600 : down;
  size_x *= scale;
  size_y *= scale;
  gentype length = SQRT(MAD(size_x, size_x, size_y * size_y)) * unscale;
  longn is_infinite = (size_x == (gentype)INFINITY) | (size_y == (gentype)INFINITY);
  return is_infinite ? (gentype)INFINITY : length;
}

#endif
