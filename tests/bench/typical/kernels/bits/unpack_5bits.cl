// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields of five bits from packed words, a field a work-item.
//
// global: 1048576   local: null
// arguments: uint packed[163840+1] = bits; uchar out[1048576]
kernel void unpack_5bits(global const uint *packed, global uchar *out) {
  uint i = get_global_id(0);
  uint bit = 5 * i;
  uint word = bit >> 5, shift = bit & 31;
  ulong both = packed[word] | (ulong)packed[word + 1] << 32;
  out[i] = both >> shift & 31;
}
