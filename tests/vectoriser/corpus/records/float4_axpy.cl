// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on vectors of four, and a permutation that some work-items write.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void float4_axpy(global int *out, global const int *in, global const float *reals,
                        global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  global const float4 *p = (global const float4 *)reals;
  global float4 *q = (global float4 *)realsOut;
  q[i] = 1.5f * p[i] + q[i];
  if (in[i] & 3)
    ((global float4 *)out)[i] = p[i].wzyx;
}
