// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Discrete cosine transforms of 8 x 8 pixels: rows, then columns, in local memory.
//
// global: 512 512   local: 8 8
// arguments: uchar in[512*512] = random 0 255; float out[512*512]
// tolerance: 1e-4
__kernel void dct_8x8(__global const uchar *in, __global float *out) {
  __local float pixels[8][8];
  __local float rows[8][8];
  int u = get_local_id(0), v = get_local_id(1);
  int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  pixels[v][u] = in[i] - 128.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float scale = u == 0 ? 0.35355339f : 0.5f;
  float sum = 0;
  for (int x = 0; x < 8; x++)
    sum += pixels[v][x] * cospi((2 * x + 1) * u / 16.0f);
  rows[v][u] = scale * sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  scale = v == 0 ? 0.35355339f : 0.5f;
  sum = 0;
  for (int y = 0; y < 8; y++)
    sum += rows[y][u] * cospi((2 * y + 1) * v / 16.0f);
  out[i] = scale * sum;
}
