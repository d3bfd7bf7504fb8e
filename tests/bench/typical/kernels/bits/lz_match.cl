// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The longest match of each place among the 32 places before it, as a compressor looks for it.
//
// global: 32768   local: 128
// arguments: uchar in[32768+64] = random 0 3; ushort2 matches[32768]
__kernel void lz_match(__global const uchar *in, __global ushort2 *matches) {
  int i = get_global_id(0);
  int best = 0, where = 0;
  for (int back = 1; back <= 32 && back <= i; back++) {
    int length = 0;
    while (length < 32 && in[i + length] == in[i + length - back])
      length++;
    if (length > best) {
      best = length;
      where = back;
    }
  }
  matches[i] = (ushort2)((ushort)best, (ushort)where);
}
