// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A convolution of 5 x 5 of one channel with a tile in local memory.
//
// global: 512 512   local: 16 16
// arguments: float in[516*516] = random -1 1; float out[512*512]; float weights[25] = random -1 1
// tolerance: 1e-4
#define T 16
#define K 5

__kernel void conv2d_local(__global const float *in, __global float *out,
                           __constant float *weights) {
  __local float tile[T + K - 1][T + K - 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  int pitch = get_global_size(0) + K - 1;
  int x0 = get_group_id(0) * T, y0 = get_group_id(1) * T;
  for (int y = ly; y < T + K - 1; y += T)
    for (int x = lx; x < T + K - 1; x += T)
      tile[y][x] = in[(y0 + y) * pitch + x0 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int ky = 0; ky < K; ky++)
    for (int kx = 0; kx < K; kx++)
      sum += weights[ky * K + kx] * tile[ly + ky][lx + kx];
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}
