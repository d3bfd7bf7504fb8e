// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LU factorisations without pivots of 8 x 8 matrices, each in a work-item's private array.
//
// global: 8192   local: 64
// arguments: float in[8192*64] = random 1 2; float out[8192*64]
// tolerance: 0.1
// mismatches: 0.01
#define N 8

kernel void lu_small(global const float *in, global float *out) {
  float a[N][N];
  size_t base = get_global_id(0) * N * N;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      a[i][j] = in[base + i * N + j] + (i == j ? 8.0f : 0.0f);
  for (int k = 0; k < N; ++k)
    for (int i = k + 1; i < N; ++i) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; ++j)
        a[i][j] -= a[i][k] * a[k][j];
    }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      out[base + i * N + j] = a[i][j];
}
