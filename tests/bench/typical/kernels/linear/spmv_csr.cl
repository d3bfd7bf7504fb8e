// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix in rows (CSR) times a vector; a row is a work-item.
//
// global: 65536   local: 64
// arguments: int offsets[65536+1] = offsets 4 28; int columns[65536*28] = random 0 65535
// arguments: float values[65536*28] = random -1 1; float x[65536] = random -1 1; float y[65536]
// arguments: int rows = 65536
__kernel void spmv_csr(__global const int *offsets, __global const int *columns,
                       __global const float *values, __global const float *x, __global float *y,
                       const int rows) {
  int row = get_global_id(0);
  if (row < rows) {
    float sum = 0;
    for (int j = offsets[row]; j < offsets[row + 1]; j++)
      sum += values[j] * x[columns[j]];
    y[row] = sum;
  }
}
