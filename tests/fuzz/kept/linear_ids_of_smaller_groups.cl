// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear ids where the last groups are smaller than the size that the kernel requires
// range 2 13 12 1 8 5 1 0 1 0
// range 2 16 10 1 8 5 1 0 0 0
struct node;
float clean_float(float x) { return isnan(x) ? 0 : x; }
__attribute__((reqd_work_group_size(8, 5, 1)))
kernel void k(global uchar *out, global const int *in, global const float *f, global uint *counters, int n, global const struct node *nodes) {
uint u = get_global_linear_id(), l = get_local_linear_id();
global float *to = (global float *)out + u * 17u;
for (uint t = 0; t < 3u; ++t)
to[5u] = clean_float(to[5u] * 0.5f + f[l + t * 32u]);
}
