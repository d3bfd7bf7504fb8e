// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences of 16 bits to numbers, in blocks of 32 for each work-item.
//
// global: 32768   local: 64
// arguments: short deltas[32768*32] = random -100 100; int firsts[32768] = random -1000000 1000000
// arguments: int out[32768*32]
__kernel void delta_decode(__global const short *deltas, __global const int *firsts,
                           __global int *out) {
  size_t block = get_global_id(0);
  int value = firsts[block];
  for (int i = 0; i < 32; i++) {
    value += deltas[block * 32 + i];
    out[block * 32 + i] = value;
  }
}
