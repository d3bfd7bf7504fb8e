// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbouring work-items read elements in falling order, of an unsigned index.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void reversed_read(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  int i = get_global_id(0);
  out[i] = in[n - 1 - (uint)(i % 800)];
}
