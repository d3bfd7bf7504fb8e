// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stage of radix 4, with twiddle factors from a table.
//
// global: 131072   local: 64
// arguments: float2 in[524288] = random -1 1; float2 out[524288]
// arguments: float2 twiddles[3*256] = random -1 1; int p = 256
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

float2 times_i(float2 a) { return (float2)(-a.y, a.x); }

__kernel void fft_radix4_stage(__global const float2 *in, __global float2 *out,
                               __global const float2 *twiddles, int p) {
  int i = get_global_id(0), t = get_global_size(0);
  int k = i & (p - 1);
  float2 a = in[i];
  float2 b = times(in[i + t], twiddles[3 * k]);
  float2 c = times(in[i + 2 * t], twiddles[3 * k + 1]);
  float2 d = times(in[i + 3 * t], twiddles[3 * k + 2]);
  float2 s0 = a + c, s1 = a - c, s2 = b + d, s3 = times_i(b - d);
  int j = ((i - k) << 2) + k;
  out[j] = s0 + s2;
  out[j + p] = s1 - s3;
  out[j + 2 * p] = s0 - s2;
  out[j + 3 * p] = s1 + s3;
}
