// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Even and odd elements, read and written together, with and without a guard.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void pairs(global int *out, global const int *in, global const float *reals,
                  global float *realsOut, uint n) {
  int i = get_global_id(0);
  out[2 * i] = in[2 * i + 1] + 1;
  out[2 * i + 1] = in[2 * i] - in[2 * i + 2];
  if (in[i] & 1) {
    realsOut[2 * i] = reals[i];
    realsOut[2 * i + 1] = reals[2 * i] * reals[2 * i + 1];
  }
}
