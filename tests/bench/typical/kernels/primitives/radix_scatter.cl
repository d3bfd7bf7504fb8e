// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items put 64 keys each at the places that offsets for their digits give.
//
// global: 8192   local: 64
// arguments: uint keys[524288] = bits; uint out[16*8192*64]; uint offsets[16*8192] = offsets 64 64
// arguments: int shift = 4
kernel void radix_scatter(global const uint *keys, global uint *out, global const uint *offsets,
                          int shift) {
  size_t item = get_global_id(0), items = get_global_size(0);
  uint next[16];
  for (int d = 0; d < 16; ++d)
    next[d] = offsets[d * items + item];
  for (int i = 0; i < 64; ++i) {
    uint key = keys[item * 64 + i];
    uint digit = (key >> shift) & 15;
    out[next[digit]++] = key;
  }
}
