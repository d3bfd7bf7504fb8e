// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows and columns by division of one signed id, which begins below zero.
// launches: 1000/64 1000/250 37/37 129/7 512/256 999/333+5
kernel void rows_of_one_signed_id(global int *out, global const int *in, global const float *reals,
                                  global float *realsOut, uint n) {
  int i = get_global_id(0), width = n / 3 + 1, shifted = i - 40, row = shifted / width;
  int column = shifted % width;
  float sum = row + 2 * column;
  if (row >= 0 && column > 0 && column < width - 1)
    sum += reals[row * width + column - 1] + reals[row * width + column + 1];
  realsOut[i] = sum;
}
