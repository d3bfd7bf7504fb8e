// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix times a vector; a work-item has a row.
//
// global: 1024   local: 32
// arguments: float matrix[1024*1024] = random -1 1; float x[1024] = random -1 1; float y[1024]
// arguments: int columns = 1024
// tolerance: 1e-4
__kernel void gemv_rows(__global const float *matrix, __global const float *x, __global float *y,
                        int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int c = 0; c < columns; c++)
    sum += matrix[row * columns + c] * x[c];
  y[row] = sum;
}
