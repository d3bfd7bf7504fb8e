// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stage of a Fourier transform of 2^19 numbers, radix 2, out of place.
//
// global: 262144   local: 128
// arguments: float2 in[524288] = random -1 1; float2 out[524288]; int p = 64
// tolerance: 1e-4
__kernel void fft_radix2_stage(__global const float2 *x, __global float2 *y, int p) {
  int i = get_global_id(0);
  int t = get_global_size(0);
  int k = i & (p - 1);
  float2 u0 = x[i];
  float2 u1 = x[i + t];
  float alpha = -M_PI_F * (float)k / (float)p;
  float s, c;
  s = sincos(alpha, &c);
  float2 rotated = (float2)(u1.x * c - u1.y * s, u1.x * s + u1.y * c);
  int j = (i << 1) - k;
  y[j] = u0 + rotated;
  y[j + p] = u0 - rotated;
}
