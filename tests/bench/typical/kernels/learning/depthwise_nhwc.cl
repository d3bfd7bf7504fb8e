// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A depthwise convolution of 3 x 3 on images whose channels come last: a work-item has a channel.
//
// global: 64 112 56   local: 64 1 1
// arguments: float in[114*58*64] = random -1 1; float weights[9*64] = random -1 1
// arguments: float out[112*56*64]
__kernel void depthwise_nhwc(__global const float *in, __global const float *weights,
                             __global float *out) {
  int c = get_global_id(0), y = get_global_id(1), x = get_global_id(2);
  int channels = get_global_size(0), w = get_global_size(2);
  float sum = 0;
  for (int ky = 0; ky < 3; ky++)
    for (int kx = 0; kx < 3; kx++)
      sum +=
          in[((y + ky) * (w + 2) + x + kx) * channels + c] * weights[(ky * 3 + kx) * channels + c];
  out[(y * w + x) * channels + c] = sum;
}
