// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vertical half of a Gaussian blur of radius 4, straight from global memory.
//
// global: 1024 1024   local: 256 1
// arguments: float in[1024*1024] = random 0 1; float out[1024*1024]
// arguments: float weights[9] = values .02 .06 .12 .2 .2 .2 .12 .06 .02; int width = 1024
// arguments: int height = 1024
kernel void gauss_columns(global const float *restrict in, global float *restrict out,
                          constant float *restrict weights, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = -4; k <= 4; ++k) {
    int row = y + k;
    if (row < 0)
      row = -row;
    if (row >= height)
      row = 2 * height - 2 - row;
    sum += weights[k + 4] * in[row * width + x];
  }
  out[y * width + x] = sum;
}
