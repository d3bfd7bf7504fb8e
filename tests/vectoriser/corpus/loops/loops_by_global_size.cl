// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that start with global ids and step by the global size, by numbers of groups, and by
// constants that are longer or shorter than a group; sums that are kept in local memory.
// launches: 128/64 37/37 64/1 129/7 45,12/19,3+3,1 512/64
kernel void loops_by_global_size(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  local int sums[256];
  size_t g = get_global_id(0) + 64 * get_global_id(1), groups = get_num_groups(0);
  uint l = get_local_id(0) + get_local_size(0) * get_local_id(1), pairs = 2 * get_local_size(0),
       few = n / 10;
  int s = 0;
  sums[l] = 0;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
    sums[l] += in[i] * in[i + 1];
  for (int i = get_global_id(0) - 20; i < (int)n - 500; i += get_global_size(0))
    s = s * 3 + in[i + 100];
  for (uint i = get_group_id(0) * pairs + get_local_id(0); i < n; i += pairs * groups) {
    s += in[i];
    if (i + get_local_size(0) < n)
      s ^= in[i + get_local_size(0)];
  }
  for (uint i = get_local_id(0); i < few; i += 200)
    s = s * 5 - in[i];
  for (int i = get_local_id(0); i < (int)n; i += 24)
    s = s * 7 + in[i + 5];
  for (ulong i = get_local_id(0) + (in[3] & 7); i < n; i += 1 + (uint)in[5] % 40)
    s ^= in[i] + i;
  out[g] = s + sums[l];
}
