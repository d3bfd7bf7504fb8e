// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first half of an integral image: a work-item sums up a row.
//
// global: 1024   local: 64
// arguments: uchar in[1024*1024] = random 0 255; uint out[1024*1024]; int width = 1024
__kernel void integral_rows(__global const uchar *in, __global uint *out, int width) {
  int y = get_global_id(0);
  uint sum = 0;
  for (int x = 0; x < width; x++) {
    sum += in[y * width + x];
    out[y * width + x] = sum;
  }
}
