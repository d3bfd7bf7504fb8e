// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours write in falling order, in the middle and up to an end.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void mirrored(global int *out, global const int *in, global const float *reals,
                     global float *realsOut, uint n) {
  int i = get_global_id(0), m = get_global_size(0) + get_global_offset(0);
  out[m - 1 - i] = in[m - i] + i;
  if (in[i] & 2)
    realsOut[2000 - i] = reals[4000 - i];
}
