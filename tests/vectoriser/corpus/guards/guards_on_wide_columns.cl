// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of remainders of 64 bits, and of their parts and extensions, with numbers that the
// launch decides.
// launches: 1000/50 1000/1 37/37 64/8 129/43 45,12/9,4+3,1
kernel void guards_on_wide_columns(global int *out, global const int *in, global const float *reals,
                                   global float *realsOut, uint n) {
  size_t i = get_global_linear_id(), width = n / 8, x = i % width, y = i / width;
  if (x + 4 < width && !(x < 2) && (int)x < (int)(n % 64) + 30)
    out[y * width + x] = in[y * width + x + 4];
  if ((long)x - 9 >= (long)get_local_size(0) - 40)
    realsOut[y * width + x] = reals[y * width + x];
}
