// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items decode 64 symbols each of streams of their own, by a table of 8 bits.
//
// global: 8192   local: 64
// arguments: uint streams[8192*20] = bits; uchar table[512] = random 2 8; uchar out[8192*64]
// arguments: int symbols = 64; int words = 20
__kernel void huffman_decode(__global const uint *streams, __constant uchar *table,
                             __global uchar *out, int symbols, int words) {
  size_t item = get_global_id(0);
  __global const uint *stream = streams + item * words;
  ulong buffer = stream[0] | (ulong)stream[1] << 32;
  int available = 64, next = 2;
  for (int i = 0; i < symbols; i++) {
    if (available <= 32) {
      buffer |= (ulong)stream[next++] << available;
      available += 32;
    }
    uint index = buffer & 255;
    int length = table[2 * index];
    out[item * symbols + i] = table[2 * index + 1] ^ (uchar)index;
    buffer >>= length;
    available -= length;
  }
}
