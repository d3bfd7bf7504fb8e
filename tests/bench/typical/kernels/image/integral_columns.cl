// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second half of an integral image: a work-item sums up a column.
//
// global: 1024   local: null
// arguments: uint in[1024*1024] = random 0 255; uint out[1024*1024]; int width = 1024
// arguments: int height = 1024
__kernel void integral_columns(__global const uint *in, __global uint *out, int width, int height) {
  int x = get_global_id(0);
  uint sum = 0;
  for (int y = 0; y < height; y++) {
    sum += in[y * width + x];
    out[y * width + x] = sum;
  }
}
