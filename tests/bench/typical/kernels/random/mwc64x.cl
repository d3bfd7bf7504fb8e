// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of the generator MWC64X, a stream a work-item.
//
// global: 8192   local: 64
// arguments: uint2 states[8192] = bits; uint out[8192*64]; int count = 64
uint mwc_next(uint2 *s) {
  enum { A = 4294883355u };
  uint x = (*s).x, c = (*s).y;
  uint result = x ^ c;
  uint hi = mul_hi(x, A);
  x = x * A + c;
  c = hi + (x < c);
  *s = (uint2)(x, c);
  return result;
}

__kernel void mwc64x(__global const uint2 *states, __global uint *out, int count) {
  uint gid = get_global_id(0), n = get_global_size(0);
  uint2 state = states[gid];
  for (int i = 0; i < count; i++)
    out[i * n + gid] = mwc_next(&state);
}
