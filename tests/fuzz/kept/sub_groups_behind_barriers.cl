// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that goes on behind its barrier, in a region with two ways into it
// range 1 2 1 1 1 1 1 0 0 0
// range 1 96 1 1 48 1 1 0 0 0
struct node { global const struct node *next; global const int *data; global int *owned; ulong address; };
__attribute__((intel_reqd_sub_group_size(16)))
kernel void k(global uchar *out, global const int *in, global const float *f, global uint *counters, int n, global const struct node *nodes) {
  uint u = get_global_linear_id();
  int bound = 1, v = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0, rounds = 1 + (bound & 3); j < rounds; ++j) {
      barrier(CLK_LOCAL_MEM_FENCE);
      bound = in[j];
      if ((bound & 3) == 0)
        break;
      v ^= sub_group_scan_exclusive_add(u < 5 ? in[u] : 5);
    }
  ((global int *)out)[u] = v;
}
