// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses from the first element on: nothing before it may be touched.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void first_elements(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  if (i >= 4)
    out[i] = in[i - 4];
  if (i & 1)
    realsOut[i] = reals[i - 1];
}
