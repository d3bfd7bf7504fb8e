// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer normalisation: a work-item has a row of 64.
//
// global: 8192   local: 64
// arguments: float in[8192*64] = random -1 1; float out[8192*64]; float gamma[64] = random 0.5 1.5
// arguments: float beta[64] = random -1 1; int columns = 64
// tolerance: 1e-4
__kernel void layer_norm(__global const float *in, __global float *out, __constant float *gamma,
                         __constant float *beta, int columns) {
  int row = get_global_id(0);
  in += row * columns;
  out += row * columns;
  float mean = 0;
  for (int c = 0; c < columns; c++)
    mean += in[c];
  mean /= columns;
  float variance = 0;
  for (int c = 0; c < columns; c++) {
    float d = in[c] - mean;
    variance += d * d;
  }
  float scale = rsqrt(variance / columns + 1e-5f);
  for (int c = 0; c < columns; c++)
    out[c] = (in[c] - mean) * scale * gamma[c] + beta[c];
}
