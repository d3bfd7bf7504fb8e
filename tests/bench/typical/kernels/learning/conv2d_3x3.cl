// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A convolution of 3 x 3 over channels, in dimensions of column, row and output channel.
//
// global: 56 56 32   local: 8 8 1
// arguments: float in[16*58*58] = random -1 1; float weights[32*16*9] = random -1 1
// arguments: float bias[32] = random -1 1; float out[32*56*56]; int channels = 16
// tolerance: 1e-4
__kernel void conv2d_3x3(__global const float *in, __global const float *weights,
                         __global const float *bias, __global float *out, int channels) {
  int x = get_global_id(0), y = get_global_id(1), oc = get_global_id(2);
  int w = get_global_size(0), h = get_global_size(1), pitch = w + 2;
  float sum = bias[oc];
  for (int ic = 0; ic < channels; ic++)
    for (int ky = 0; ky < 3; ky++)
      for (int kx = 0; kx < 3; kx++)
        sum += in[(ic * (h + 2) + y + ky) * pitch + x + kx] *
               weights[((oc * channels + ic) * 3 + ky) * 3 + kx];
  out[(oc * h + y) * w + x] = fmax(sum, 0.0f);
}
