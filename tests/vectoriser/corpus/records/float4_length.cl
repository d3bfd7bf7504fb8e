// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Length, dot product and distance of vectors of four.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void float4_length(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  global const float4 *p = (global const float4 *)reals;
  realsOut[i] = length(p[i]) + dot(p[i], p[i + 1]);
  if (in[i] & 1)
    realsOut[i + 1024] = distance(p[i], p[i + 2]);
}
