// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix with nine diagonals times a vector.
//
// global: 262144   local: 128
// arguments: int offsets[9] = values -513 -512 -511 -1 0 1 511 512 513
// arguments: float values[262144*9] = random -1 1; float x[262144] = random -1 1; float y[262144]
// arguments: int n = 262144; int diagonals = 9
__kernel void spmv_dia(__constant int *offsets, __global const float *values,
                       __global const float *x, __global float *y, int n, int diagonals) {
  int row = get_global_id(0);
  if (row < n) {
    float sum = 0;
    for (int d = 0; d < diagonals; d++) {
      int column = row + offsets[d];
      if (column >= 0 && column < n)
        sum += values[d * n + row] * x[column];
    }
    y[row] = sum;
  }
}
