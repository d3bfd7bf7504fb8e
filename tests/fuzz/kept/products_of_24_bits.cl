// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mul24 and mad24 of numbers with and without a sign
// range 1 500 1 1 64 1 1 0 0 0
// range 2 37 5 1 16 2 1 3 1 0
struct node;
kernel void k(global uchar *out, global const int *in, global const float *f, global uint *counters, int n, global const struct node *nodes) {
uint u = get_global_linear_id();
int a = in[u] >> 9, b = in[u + 1u] >> 9;
uint c = (uint)in[u] >> 8, d = (uint)in[u + 1u] >> 8;
((global int4 *)out)[u] = (int4)(mad24(a, b, n), mul24(a, b), (int)mad24(c, d, 7u), (int)mul24(c, d));
}
