// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of 32 taps over a long signal.
//
// global: 524288   local: 256
// arguments: float in[524288+32] = random -1 1; float taps[32] = random -0.1 0.1; float out[524288]
// arguments: int count = 32
kernel void fir_direct(global const float *in, constant float *taps, global float *out, int count) {
  size_t i = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < count; ++k)
    sum = mad(taps[k], in[i + k], sum);
  out[i] = sum;
}
