// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select, any and all of vectors, and saturating conversions.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void vector_select(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float4 a = vload4(i, reals), b = vload4(i % 7, reals);
  float4 c = select(a, b, isless(a, b));
  if (any(a > b))
    c += convert_float4(vload4(i, in) >> 20);
  if (all(a.xy < 0))
    c.y = 1;
  vstore4(c, i, realsOut);
  short4 s = convert_short4_sat(vload4(i, in));
  vstore4(s, i, (global short *)out);
}
