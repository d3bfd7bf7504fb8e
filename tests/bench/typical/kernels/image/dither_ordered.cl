// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grey to black and white by a threshold of 8 x 8, eight pixels in a byte.
//
// global: 256 1024   local: 32 8
// arguments: uchar in[2048*1024] = random 0 255; uchar out[256*1024]
constant uchar thresholds[64] = {0,  32, 8,  40, 2,  34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26,
                                 12, 44, 4,  36, 14, 46, 6,  38, 60, 28, 52, 20, 62, 30, 54, 22,
                                 3,  35, 11, 43, 1,  33, 9,  41, 51, 19, 59, 27, 49, 17, 57, 25,
                                 15, 47, 7,  39, 13, 45, 5,  37, 63, 31, 55, 23, 61, 29, 53, 21};

kernel void dither_ordered(global const uchar *in, global uchar *out) {
  int x = get_global_id(0), y = get_global_id(1), bytes = get_global_size(0);
  uchar bits = 0;
  for (int k = 0; k < 8; ++k) {
    uchar pixel = in[(y * bytes + x) * 8 + k];
    if ((pixel >> 2) > thresholds[(y & 7) * 8 + k])
      bits |= 0x80 >> k;
  }
  out[y * bytes + x] = bits;
}
