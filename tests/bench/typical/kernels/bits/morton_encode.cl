// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Morton codes of points with 16 bits a coordinate.
//
// global: 1048576   local: null
// arguments: ushort2 points[1048576] = bits; uint codes[1048576]
inline uint spread(uint x) {
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  x = (x | x << 1) & 0x55555555;
  return x;
}

kernel void morton_encode(global const ushort2 *points, global uint *codes) {
  size_t i = get_global_id(0);
  codes[i] = spread(points[i].x) | spread(points[i].y) << 1;
}
