// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nearest of 64 codes of 64 bits to each key.
//
// global: 65536   local: 128
// arguments: ulong keys[65536] = bits; ulong codes[64] = bits; uchar nearest[65536]; int count = 64
kernel void hamming_nearest(global const ulong *keys, constant ulong *codes, global uchar *nearest,
                            int count) {
  ulong key = keys[get_global_id(0)];
  ulong best = 65;
  int index = 0;
  for (int c = 0; c < count; ++c) {
    ulong distance = popcount(key ^ codes[c]);
    if (distance < best) {
      best = distance;
      index = c;
    }
  }
  nearest[get_global_id(0)] = index;
}
