// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix of 16 numbers a row in columns (ELLPACK) times a vector.
//
// global: 65536   local: 256
// arguments: int columns[65536*16] = random -1 65535; float values[65536*16] = random -1 1
// arguments: float x[65536] = random -1 1; float y[65536]; int rows = 65536; int width = 16
__kernel void spmv_ell(__global const int *columns, __global const float *values,
                       __global const float *x, __global float *y, int rows, int width) {
  int row = get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int k = 0; k < width; k++) {
    int column = columns[k * rows + row];
    if (column < 0)
      break;
    sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}
