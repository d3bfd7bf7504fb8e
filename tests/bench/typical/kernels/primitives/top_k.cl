// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The eight largest of each row of 128, kept in order in a private array.
//
// global: 8192   local: 64
// arguments: float in[8192*128] = random -1 1; float out[8192*8]; int columns = 128
#define K 8

kernel void top_k(global const float *in, global float *out, int columns) {
  float best[K];
  for (int k = 0; k < K; ++k)
    best[k] = -INFINITY;
  global const float *row = in + get_global_id(0) * columns;
  for (int c = 0; c < columns; ++c) {
    float v = row[c];
    if (v <= best[K - 1])
      continue;
    int k = K - 1;
    for (; k > 0 && best[k - 1] < v; --k)
      best[k] = best[k - 1];
    best[k] = v;
  }
  for (int k = 0; k < K; ++k)
    out[get_global_id(0) * K + k] = best[k];
}
