// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits taken as vectors of other types, and upsample.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void bit_casts(global int *out, global const int *in, global const float *reals,
                      global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uchar4 b = as_uchar4(in[i]);
  b = b.wzyx + (uchar4)(1, 2, 3, 4);
  out[i] = as_int(b);
  ulong w = as_ulong(vload2(i, in));
  realsOut[i] = as_float2(w ^ (w >> 40)).y;
  short2 h = as_short2(in[i]);
  if (h.x > h.y)
    out[i + 1024] = upsample(h.y, as_ushort2(h).x);
}
