// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two biquads in a row over the samples of many channels, a channel a work-item.
//
// global: 2048   local: 64
// arguments: float in[2048*512] = random -1 1; float out[2048*512]
// arguments: float8 biquad = 0.2 0.4 0.2 -0.4 0.2 0 0 0; int samples = 512
// tolerance: 1e-4
__kernel void iir_channels(__global const float *in, __global float *out, float8 q, int samples) {
  int channel = get_global_id(0), channels = get_global_size(0);
  float z1 = 0, z2 = 0, w1 = 0, w2 = 0;
  for (int i = 0; i < samples; i++) {
    float x = in[i * channels + channel];
    float y = q.s0 * x + z1;
    z1 = q.s1 * x - q.s3 * y + z2;
    z2 = q.s2 * x - q.s4 * y;
    float v = q.s0 * y + w1;
    w1 = q.s1 * y - q.s3 * v + w2;
    w2 = q.s2 * y - q.s4 * v;
    out[i * channels + channel] = v;
  }
}
