// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The power of a tone in each of many recordings; a recording lies in a row.
//
// global: 4096   local: 64
// arguments: short in[4096*256] = random -8192 8191; float power[4096]; float frequency = 0.1
// arguments: int samples = 256
// tolerance: 1e-3
__kernel void goertzel(__global const short *in, __global float *power, float frequency,
                       int samples) {
  int row = get_global_id(0);
  float k = 2.0f * cos(2.0f * M_PI_F * frequency);
  float s1 = 0, s2 = 0;
  for (int i = 0; i < samples; i++) {
    float s = in[row * samples + i] / 32768.0f + k * s1 - s2;
    s2 = s1;
    s1 = s;
  }
  power[row] = s1 * s1 + s2 * s2 - k * s1 * s2;
}
