// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows and columns by division of one id: neighbours in rows and columns, but for those at borders.
// launches: 1000/50 1000/1 37/37 64/8 129/43 45,12/9,4+3,1
kernel void guards_on_columns(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  int width = n % 91 + 20, column = i % width, row = i / width;
  float sum = 0;
  if (row > 0 && column > 0 && column < width - 1)
    sum = reals[(row - 1) * width + column] + reals[row * width + column - 1] +
          reals[row * width + column + 1] + reals[(row + 1) * width + column];
  realsOut[row * width + column] = sum;
}
