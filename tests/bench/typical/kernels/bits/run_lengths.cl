// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For each place of a row, how long its value goes on, at most 32.
//
// global: 524288   local: 256
// arguments: uchar in[524288+32] = random 0 2; uchar lengths[524288]
__kernel void run_lengths(__global const uchar *in, __global uchar *lengths) {
  size_t i = get_global_id(0);
  uchar value = in[i];
  int length = 1;
  while (length < 32 && in[i + length] == value)
    length++;
  lengths[i] = length;
}
