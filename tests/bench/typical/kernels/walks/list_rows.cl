// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The product of a sparse matrix and a vector, with each row in a linked list.
//
// global: 65536   local: 64
// arguments: int heads[65536] = random -1 262143; int next[262144] = links 12
// arguments: int columns[262144] = random 0 65535; float values[262144] = random -1 1
// arguments: float x[65536] = random -1 1; float y[65536]
__kernel void list_rows(__global const int *heads, __global const int *next,
                        __global const int *columns, __global const float *values,
                        __global const float *x, __global float *y) {
  int row = get_global_id(0);
  float sum = 0.0f;
  for (int e = heads[row]; e >= 0; e = next[e])
    sum += values[e] * x[columns[e]];
  y[row] = sum;
}
