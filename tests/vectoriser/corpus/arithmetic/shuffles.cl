// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halves and permutations of a vector of eight.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void shuffles(global int *out, global const int *in, global const float *reals,
                     global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int8 v = vload8(i % 500, in);
  v = v.s76543210 + (int8)(v.lo, (int4)((int)i));
  if (v.s0 > 0)
    v = v.s01010101 << (v & 7);
  vstore8(v, i % 500, out);
}
