// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix in columns times a vector; a work-item has a row.
//
// global: 2048   local: 64
// arguments: float matrix[2048*1024] = random -1 1; float x[1024] = random -1 1; float y[2048]
// arguments: int columns = 1024
// tolerance: 1e-4
__kernel void gemv_columns(__global const float *matrix, __global const float *x, __global float *y,
                           int columns) {
  int row = get_global_id(0), rows = get_global_size(0);
  float sum = 0;
  for (int c = 0; c < columns; c++)
    sum += matrix[c * rows + row] * x[c];
  y[row] = sum;
}
