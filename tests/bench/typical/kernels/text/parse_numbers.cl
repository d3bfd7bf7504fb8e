// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decimal numbers in fields of twelve characters to integers.
//
// global: 65536   local: 128
// arguments: char text[65536*12] = random 44 57; int out[65536]
__kernel void parse_numbers(__global const char *text, __global int *out) {
  __global const char *p = text + get_global_id(0) * 12;
  int value = 0;
  int sign = 1;
  int i = 0;
  while (i < 12 && p[i] == '/')
    i++;
  if (i < 12 && p[i] == '-') {
    sign = -1;
    i++;
  }
  for (; i < 12 && p[i] >= '0' && p[i] <= '9'; i++)
    value = value * 10 + (p[i] - '0');
  out[get_global_id(0)] = sign * value;
}
