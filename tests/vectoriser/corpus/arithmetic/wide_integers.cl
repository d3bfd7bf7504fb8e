// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products and shifts of 64 bits.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void wide_integers(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  global long *q = (global long *)out;
  long v = (long)in[i] * in[i + 1];
  q[i % 2048] = v >> (in[i] & 31);
}
