// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of type int: it is consecutive only if sums do not wrap.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void signed_index(global int *out, global const int *in, global const float *reals,
                         global float *realsOut, uint n) {
  int i = get_global_id(0);
  if (i > 2)
    out[i] = in[i - 3] ^ in[i];
}
