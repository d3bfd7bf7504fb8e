// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups with other active work-items in each round, in branches, and in a called function
// range 1 500 1 1 64 1 1 0 0 0
// range 2 37 5 1 16 2 1 3 1 0
// range 3 21 8 3 7 5 3 0 0 0
struct node { global const struct node *next; global const int *data; global int *owned; ulong address; };
__attribute__((noinline)) int rounds(int p) {
int r = p;
/*scope*/for (int k = 0; k < (p & 7); ++k) { /*round*/
r = (int)((uint)r + (uint)sub_group_non_uniform_scan_inclusive_add(k + 1));
if ((r & 3) == 1) return r;
}
return r ^ (int)sub_group_ballot(r > p).x;
}
__attribute__((intel_reqd_sub_group_size(16)))
kernel void k(global uchar *out, global const int *in, global const float *f, global uint *counters, int n, global const struct node *nodes) {
uint u = get_global_linear_id();
int v0 = nodes[u].data[3], v1 = in[u];
/*scope*/for (int t0 = 0; t0 < (v1 & 7); ++t0) { /*round*/
if ((v0 + t0) % 3 == 0) continue;
v0 ^= sub_group_non_uniform_reduce_add(v1 & 0xffff);
if (v0 & 4) {
v1 ^= (int)sub_group_ballot_bit_count(sub_group_ballot(v0 > v1));
/*scope*/v0 ^= rounds(v1 & 0xfff);
} else if (v0 & 64) {
break;
}
}
v1 ^= sub_group_non_uniform_scan_exclusive_max(v0);
((global int2 *)out)[u] = (int2)(v0, v1);
}
