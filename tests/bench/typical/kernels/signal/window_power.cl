// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hann's window over frames, and the logarithm of their power.
//
// global: 4096   local: 128
// arguments: float in[4096*128] = random -1 1; float out[4096]
// tolerance: 1e-4
kernel void window_power(global const float *in, global float *out) {
  size_t frame = get_global_id(0);
  float power = 0;
  for (int i = 0; i < 128; ++i) {
    float w = 0.5f - 0.5f * cos(2 * M_PI_F * i / 127);
    float v = w * in[frame * 128 + i];
    power += v * v;
  }
  out[frame] = 10.0f * log10(power + 1e-12f);
}
