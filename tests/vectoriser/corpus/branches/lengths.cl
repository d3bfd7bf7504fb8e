// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lengths of vectors whose squares would overflow or vanish.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void lengths(global int *out, global const int *in, global const float *reals,
                    global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float4 v = vload4(i & 1023, reals) * (i % 7 == 3 ? 0x1p80f : i % 9 == 4 ? 0x1p-90f : 1.0f);
  if (i % 11 == 5)
    v = 0;
  float3 u = normalize(v.xyz);
  realsOut[i] = length(v) + distance(v.xy, v.wz) * 3 + u.x * 5 - u.z;
  out[i] = as_int(length(v.zw)) ^ as_int(u.y);
}
