// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text in capitals, 16 bytes a work-item.
//
// global: 131072   local: 128
// arguments: uchar16 in[131072] = random 32 126; uchar16 out[131072]
kernel void to_upper(global const uchar16 *in, global uchar16 *out) {
  size_t i = get_global_id(0);
  uchar16 c = in[i];
  out[i] = select(c, c - (uchar16)(32), c >= (uchar16)('a') && c <= (uchar16)('z'));
}
