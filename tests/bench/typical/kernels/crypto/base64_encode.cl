// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three bytes to four characters.
//
// global: 524288   local: 256
// arguments: uchar in[524288*3] = random 0 255; uchar4 out[524288]
constant char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

kernel void base64_encode(global const uchar *in, global uchar4 *out) {
  size_t i = get_global_id(0);
  uchar3 b = vload3(i, in);
  uint bits = b.x << 16 | b.y << 8 | b.z;
  out[i] = (uchar4)(alphabet[bits >> 18], alphabet[bits >> 12 & 63], alphabet[bits >> 6 & 63],
                    alphabet[bits & 63]);
}
