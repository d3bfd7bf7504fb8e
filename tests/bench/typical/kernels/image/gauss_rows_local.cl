// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The horizontal half of a Gaussian blur of radius 8: a row's pixels and its halo in local memory.
//
// global: 1024 1024   local: 128 1
// arguments: float in[1024*1024] = random 0 1; float out[1024*1024]
// arguments: float weights[17] = values 1 2 3 4 6 7 8 9 10 9 8 7 6 4 3 2 1
#define RADIUS 8
#define SIZE 128

__kernel void gauss_rows_local(__global const float *in, __global float *out,
                               __constant float *weights) {
  __local float line[SIZE + 2 * RADIUS];
  const int width = get_global_size(0);
  const int x = get_global_id(0), y = get_global_id(1), l = get_local_id(0);
  line[l + RADIUS] = in[y * width + x];
  if (l < RADIUS) {
    int left = x - RADIUS, right = x + SIZE;
    line[l] = left >= 0 ? in[y * width + left] : 0.0f;
    line[l + SIZE + RADIUS] = right < width ? in[y * width + right] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; k++)
    sum += weights[k + RADIUS] * line[l + RADIUS + k];
  out[y * width + x] = sum;
}
