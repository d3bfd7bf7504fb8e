// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cosine transform of rows of eight, a row a work-item, as its formula has it.
//
// global: 32768   local: 64
// arguments: float in[262144] = random -1 1; float out[262144]
// tolerance: 1e-4
#define STEP 0.19634954f

__kernel void dct_rows(__global const float *in, __global float *out) {
  int row = get_global_id(0);
  for (int u = 0; u < 8; u++) {
    float sum = 0;
    for (int k = 0; k < 8; k++)
      sum += in[row * 8 + k] * cos((2 * k + 1) * u * STEP);
    out[row * 8 + u] = sum * (u == 0 ? 0.35355339f : 0.5f);
  }
}
