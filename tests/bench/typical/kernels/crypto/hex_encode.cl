// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to hexadecimal digits.
//
// global: 1048576   local: null
// arguments: uchar in[1048576] = random 0 255; char2 out[1048576]
inline char digit(uchar value) { return value < 10 ? '0' + value : 'a' + value - 10; }

kernel void hex_encode(global const uchar *in, global char2 *out) {
  size_t i = get_global_id(0);
  out[i] = (char2)(digit(in[i] >> 4), digit(in[i] & 15));
}
