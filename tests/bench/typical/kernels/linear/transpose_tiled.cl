// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transposed matrix by tiles of 16 x 16 with a padded line.
//
// global: 1024 1024   local: 16 16
// arguments: float in[1024*1024] = random -1 1; float out[1024*1024]; int width = 1024
// arguments: int height = 1024
#define BLOCK 16

__kernel void transpose_tiled(__global const float *in, __global float *out, int width,
                              int height) {
  __local float block[BLOCK][BLOCK + 1];
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    block[get_local_id(1)][get_local_id(0)] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * BLOCK + get_local_id(0);
  y = get_group_id(0) * BLOCK + get_local_id(1);
  if (x < height && y < width)
    out[y * height + x] = block[get_local_id(0)][get_local_id(1)];
}
