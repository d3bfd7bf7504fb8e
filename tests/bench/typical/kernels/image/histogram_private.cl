// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histograms of strips: each work-item counts 16 classes in a private array.
//
// global: 4096   local: 64
// arguments: uchar in[1048576] = random 0 255; ushort counts[4096*16]
kernel void histogram_private(global const uchar *in, global ushort *counts) {
  ushort bins[16];
  for (int b = 0; b < 16; ++b)
    bins[b] = 0;
  size_t item = get_global_id(0);
  for (int i = 0; i < 256; ++i)
    bins[in[item * 256 + i] >> 4]++;
  for (int b = 0; b < 16; ++b)
    counts[item * 16 + b] = bins[b];
}
