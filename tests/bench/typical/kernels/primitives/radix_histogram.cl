// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts of 16 digits of each group's block, digit by digit for the scan that follows.
//
// global: 65536   local: 256
// arguments: uint keys[1048576] = bits; uint counts[16*256]; int shift = 8
__kernel void radix_histogram(__global const uint *keys, __global uint *counts, int shift) {
  __local uint bins[16];
  int lid = get_local_id(0), group = get_group_id(0);
  if (lid < 16)
    bins[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 16; i++) {
    uint digit = (keys[group * 4096 + i * 256 + lid] >> shift) & 15;
    atomic_inc(&bins[digit]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 16)
    counts[lid * get_num_groups(0) + group] = bins[lid];
}
