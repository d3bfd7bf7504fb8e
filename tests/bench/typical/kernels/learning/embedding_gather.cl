// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of a table by tokens, with positions added; 64 x 4 groups.
//
// global: 64 4096   local: 64 4
// arguments: int tokens[4096] = random 0 9999; float4 table[10000*64] = random -1 1
// arguments: float4 positions[512*64] = random -1 1; float4 out[4096*64]
__kernel void embedding_gather(__global const int *tokens, __global const float4 *table,
                               __global const float4 *positions, __global float4 *out) {
  int c = get_global_id(0), t = get_global_id(1), width = get_global_size(0);
  out[t * width + c] = table[tokens[t] * width + c] + positions[(t & 511) * width + c];
}
