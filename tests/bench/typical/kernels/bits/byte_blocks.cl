// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mean, the least and the greatest of each block of sixteen bytes.
//
// global: 65536   local: 64
// arguments: uchar in[65536*16] = random 0 255; uchar out[65536*4]
kernel void byte_blocks(global const uchar *in, global uchar *out) {
  int g = get_global_id(0);
  int sum = 0, low = 255, high = 0;
  for (int k = 0; k < 16; k++) {
    int value = in[g * 16 + k];
    sum += value;
    low = min(low, value);
    high = max(high, value);
  }
  out[g * 4] = sum / 16;
  out[g * 4 + 1] = low;
  out[g * 4 + 2] = high;
  out[g * 4 + 3] = high - low;
}
