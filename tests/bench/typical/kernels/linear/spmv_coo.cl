// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix of whole numbers in triples (COO) times a vector, with atomic additions.
//
// global: 524288   local: 256
// arguments: int rows[524288] = sorted 0 32767; int columns[524288] = random 0 32767
// arguments: int values[524288] = random -9 9; int x[32768] = random -9 9; fresh int y[32768]
__kernel void spmv_coo(__global const int *rows, __global const int *columns,
                       __global const int *values, __global const int *x, __global int *y) {
  int i = get_global_id(0);
  atomic_add(&y[rows[i]], values[i] * x[columns[i]]);
}
