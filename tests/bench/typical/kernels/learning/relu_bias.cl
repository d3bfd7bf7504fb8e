// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bias for each channel, then a leaky ReLU; the size is no multiple of the group's.
//
// global: 1048576   local: 256
// arguments: float in[1048576] = random -1 1; float bias[64] = random -1 1; float out[1048576]
// arguments: int plane = 16384; int n = 1048000
__kernel void relu_bias(__global const float *in, __global const float *bias, __global float *out,
                        int plane, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float v = in[i] + bias[i / plane % 64];
  out[i] = v > 0.0f ? v : 0.01f * v;
}
