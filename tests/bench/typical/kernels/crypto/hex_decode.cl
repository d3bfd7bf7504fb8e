// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hexadecimal digits to bytes, with a mark for those that are none.
//
// global: 524288   local: 128
// arguments: char text[1048576] = random 40 110; uchar out[524288]; uchar bad[524288]
int value_of(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

__kernel void hex_decode(__global const char *text, __global uchar *out, __global uchar *bad) {
  size_t i = get_global_id(0);
  int high = value_of(text[2 * i]), low = value_of(text[2 * i + 1]);
  bad[i] = high < 0 || low < 0;
  out[i] = bad[i] ? 0 : high << 4 | low;
}
