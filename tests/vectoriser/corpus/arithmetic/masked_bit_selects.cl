// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selections of bits by constants, in some work-items only: of arrays of their own, of values that
// live from barrier to barrier in groups that are no whole gangs, and under conditions.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void masked_bit_selects(global int *out, global const int *in, global const float *reals,
                               global float *realsOut, uint n) {
  size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  int mine[4] = {in[i], in[i + 1], in[i + 2], 0};
  for (int round = 0; round < (in[i] & 3); ++round)
    mine[round] = bitselect(mine[round], mine[round + 1], -5);
  int a = in[i], b = in[i + 3];
  long wide = upsample(a, (uint)b), other = upsample(b, (uint)(n + i));
  float x = reals[i], y = reals[i + 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  int bits = bitselect(a, b, -5) ^ bitselect(b, a, 0xff00ff);
  wide = bitselect(wide, other, 0xff00ff00ffL);
  x = as_float(bitselect(as_int(x), as_int(y), 0x7fffff));
  y = copysign(y, x);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[i + 2] & 2)
    bits = ((bits ^ b) & 0x12345) ^ b;
  out[i] = mine[0] ^ mine[1] ^ mine[in[i + 3] & 3] ^ rotate(bits, 13);
  out[1024 + i] = (int)wide ^ (int)(wide >> 32);
  realsOut[i] = x;
  realsOut[1024 + i] = y;
}
