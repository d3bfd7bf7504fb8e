// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in functions of bits and integers.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void integer_functions(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint v = in[i];
  out[i] =
      popcount(v) + clz(v) + rotate(v, 7u) + max(in[i], 5) + abs_diff(in[i], 9) + mul_hi(v, 77u);
}
