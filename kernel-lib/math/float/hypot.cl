// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The length of a vector of two floats (OpenCL C 3.0, 6.15.2), scaled where squares would overflow
// or vanish.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/hypot.cl"
#include "kernel-lib/gentype/float.h"
#else

OVERLOAD gentype hypot(gentype x, gentype y) {
  gentype size_x = FABS(x), size_y = FABS(y);
  gentype larger = size_x > size_y ? size_x : size_y;
  intn is_large = larger > (gentype)0x1p62f, is_small = larger < (gentype)0x1p-62f;
  gentype up = is_small ? (gentype)0x1p100f : (gentype)1.0f;
  gentype down = is_small ? (gentype)0x1p-100f : (gentype)1.0f;
  gentype scale = is_large ? (gentype)0x1p-64f : up;
  gentype unscale = is_large ? (gentype)0x1p64f : down;
  size_x *= scale;
  size_y *= scale;
  gentype length = SQRT(MAD(size_x, size_x, size_y * size_y)) * unscale;
  intn is_infinite = (size_x == (gentype)INFINITY) | (size_y == (gentype)INFINITY);
  return is_infinite ? (gentype)INFINITY : length;
}

#endif
