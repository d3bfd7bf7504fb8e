// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Givens rotation that makes the first number of each pair's second row zero.
//
// global: 2048 256   local: 64 4
// arguments: float upper[2048*256] = random -1 1; float lower[2048*256] = random -1 1
// arguments: float upper_out[2048*256]; float lower_out[2048*256]
// tolerance: 1e-4
__kernel void givens_rows(__global const float *upper, __global const float *lower,
                          __global float *upper_out, __global float *lower_out) {
  int column = get_global_id(0), pair = get_global_id(1), columns = get_global_size(0);
  float a = upper[pair * columns], b = lower[pair * columns];
  float r = hypot(a, b);
  float c = a / r, s = b / r;
  float u = upper[pair * columns + column], l = lower[pair * columns + column];
  upper_out[pair * columns + column] = c * u + s * l;
  lower_out[pair * columns + column] = c * l - s * u;
}
