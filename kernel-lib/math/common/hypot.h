// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: the length of a vector of two numbers (OpenCL C 3.0, 6.15.2). Where the squares would
// overflow or vanish, both numbers are scaled first.

OVERLOAD gentype hypot(gentype x, gentype y) {
  gentype size_x = FABS(x), size_y = FABS(y);
  gentype larger = size_x > size_y ? size_x : size_y;
  bitsn is_large = larger > (gentype)HYPOT_LARGE, is_small = larger < (gentype)HYPOT_SMALL;
  gentype up = is_small ? (gentype)HYPOT_UP : (gentype)1;
  gentype down = is_small ? (gentype)(1 / HYPOT_UP) : (gentype)1;
  gentype scale = is_large ? (gentype)HYPOT_DOWN : up;
  gentype unscale = is_large ? (gentype)(1 / HYPOT_DOWN) : down;
  size_x *= scale;
  size_y *= scale;
  gentype length = SQRT(MAD(size_x, size_x, size_y * size_y)) * unscale;
  bitsn is_infinite = (size_x == (gentype)INFINITY) | (size_y == (gentype)INFINITY);
  return is_infinite ? (gentype)INFINITY : length;
}
