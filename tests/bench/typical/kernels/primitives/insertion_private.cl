// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items sort 16 numbers each by insertion into private arrays.
//
// global: 16384   local: 64
// arguments: ushort in[16384*16] = bits; ushort out[16384*16]
kernel void insertion_private(global const ushort *in, global ushort *out) {
  ushort keys[16];
  size_t base = get_global_id(0) * 16;
  for (int i = 0; i < 16; ++i) {
    ushort key = in[base + i];
    int j = i;
    while (j > 0 && keys[j - 1] > key) {
      keys[j] = keys[j - 1];
      --j;
    }
    keys[j] = key;
  }
  for (int i = 0; i < 16; ++i)
    out[base + i] = keys[i];
}
