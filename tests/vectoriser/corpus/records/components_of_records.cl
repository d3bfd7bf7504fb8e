// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Components of vectors are combined across, of records that follow each other and of others.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void components_of_records(global int *out, global const int *in, global const float *reals,
                                  global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float4 v = ((global const float4 *)reals)[i], w = ((global const float4 *)reals)[in[i] & 127];
  ((global float4 *)realsOut)[i] =
      (float4)(v.y * v.z + w.x, v.w * v.w - w.w, w.y * v.x, w.z - v.y * v.y);
  int4 c = ((global const int4 *)in)[i];
  if (c.y & 1)
    ((global int4 *)out)[i] = (int4)(c.w ^ c.x, c.x, c.z + c.w, c.y >> 1);
}
