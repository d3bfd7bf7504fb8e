// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in steps of the local size with uniform offsets, and with a guard on the counter.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void loops_by_local_size_with_offsets(global int *out, global const int *in,
                                             global const float *reals, global float *realsOut,
                                             uint n) {
  size_t g = get_global_id(0) + 64 * get_global_id(1), ls = get_local_size(0);
  int s = 0;
  for (uint i = get_local_id(0); i < n; i += ls)
    s = s * 3 + in[i + n] - in[2 * n + i];
  for (uint i = get_local_id(0); i < n; i += ls)
    if (i >= 5)
      s ^= in[i - 5u] + in[i + 7u];
  out[g] = s;
}
