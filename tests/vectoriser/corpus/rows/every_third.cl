// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses three and four elements apart that leave gaps.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void every_third(global int *out, global const int *in, global const float *reals,
                        global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  out[3 * i + 1] = in[3 * i + 2] + in[4 * i];
  if (in[i] > 0)
    realsOut[4 * i] = reals[i];
}
