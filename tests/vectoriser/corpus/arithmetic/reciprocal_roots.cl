// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rsqrt of zero, infinities, not-a-number, and numbers that are not normal.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void reciprocal_roots(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float t[8] = {0, -0.0f, INFINITY, NAN, -1, 0x1p-130f, 0x1p-149f, 0x1.fffffep127f};
  float x = i & 8 ? reals[i] : t[i & 7];
  float4 v = rsqrt((float4)(x, x * x, as_float(in[i]), as_float(in[i + 1])));
  realsOut[i] = v.x;
  out[i] = as_int(v.y) ^ as_int(v.z) * 3 ^ as_int(v.w) * 5 ^
           as_int(native_rsqrt(fabs(x)) + half_rsqrt(x + 1));
}
