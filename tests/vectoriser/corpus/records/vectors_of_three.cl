// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of three, packed and in four places each.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void vectors_of_three(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float3 v = vload3(i, reals) + ((global const float3 *)reals)[i];
  vstore3(v.zxy * (float3)(1, 2, (float)i), i, realsOut);
  if (in[i] & 1)
    out[i] = cross(v, v.yzx).x;
}
