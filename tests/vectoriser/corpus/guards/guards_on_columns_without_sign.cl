// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of remainders without sign: equalities, sums that wrap, several ways out.
// launches: 1000/50 1000/1 37/37 64/8 129/43 45,12/9,4+3,1
kernel void guards_on_columns_without_sign(global int *out, global const int *in,
                                           global const float *reals, global float *realsOut,
                                           uint n) {
  uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  uint width = n / 9, column = i % width, row = i / width;
  if (column == 3 || column - 1 > width - 7 || 5 > column)
    out[row * width + column] = -1;
  else if (column != n / 20)
    out[row * width + column] = in[row * width + column] + in[row * width + column + 40];
}
