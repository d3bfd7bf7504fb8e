// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exclusive prefix sums within groups, up and down a tree, and the groups' sums.
//
// global: 262144   local: 128
// arguments: uint in[524288] = random 0 9; uint out[524288]; uint sums[2048]
#define N 256

__kernel void scan_blelloch(__global const uint *in, __global uint *out, __global uint *sums) {
  __local uint temp[N];
  int lid = get_local_id(0), base = get_group_id(0) * N;
  int offset = 1;
  temp[2 * lid] = in[base + 2 * lid];
  temp[2 * lid + 1] = in[base + 2 * lid + 1];
  for (int d = N >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      int ai = offset * (2 * lid + 1) - 1;
      int bi = offset * (2 * lid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (lid == 0) {
    sums[get_group_id(0)] = temp[N - 1];
    temp[N - 1] = 0;
  }
  for (int d = 1; d < N; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      int ai = offset * (2 * lid + 1) - 1;
      int bi = offset * (2 * lid + 2) - 1;
      uint t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * lid] = temp[2 * lid];
  out[base + 2 * lid + 1] = temp[2 * lid + 1];
}
