// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words with their bits in reverse, by swaps of growing width.
//
// global: 1048576   local: 256
// arguments: uint in[1048576] = bits; uint out[1048576]
__kernel void bit_reverse(__global const uint *in, __global uint *out) {
  uint v = in[get_global_id(0)];
  v = ((v >> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  out[get_global_id(0)] = (v >> 16) | (v << 16);
}
