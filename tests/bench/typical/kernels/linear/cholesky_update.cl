// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The step of a Cholesky factorisation that updates what is right of and below a column.
//
// global: 1024 1024   local: 16 16
// arguments: fresh float matrix[1024*1024] = random 0.5 1; int n = 1024; int k = 100
__kernel void cholesky_update(__global float *matrix, int n, int k) {
  int j = get_global_id(0);
  int i = get_global_id(1);
  if (j <= k || i < j || i >= n)
    return;
  matrix[i * n + j] -= matrix[i * n + k] * matrix[j * n + k];
}
