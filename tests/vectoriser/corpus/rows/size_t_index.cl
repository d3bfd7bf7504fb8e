// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices of type size_t, one of them narrowed to int.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void size_t_index(global int *out, global const int *in, global const float *reals,
                         global float *realsOut, uint n) {
  size_t x = get_global_id(0), y = get_global_id(1), w = n / 14;
  if (x > 0)
    out[y * w + x] = in[y * w + x - 1] + in[(int)(x - 1)];
}
