// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops from the local id in steps of the local size, with counters of all types.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void loops_by_local_size(global int *out, global const int *in, global const float *reals,
                                global float *realsOut, uint n) {
  size_t g = get_global_id(0) + 64 * get_global_id(1), lid = get_local_id(0),
         ls = get_local_size(0);
  int s = 0;
  uint i = lid;
  for (; i < n; i += ls)
    s = s * 31 + in[i] + i;
  s ^= i;
  for (int j = lid; j < (int)ls * 3; j += ls)
    s += in[j + 1] * j;
  for (int j = lid; j < (int)n - 1000; j += (int)ls)
    s += 77;
  for (long j = lid; j < (long)ls - 1; j += ls)
    s ^= in[j];
  for (long j = lid; j < (long)n - 2000; j += ls)
    s += 78;
  for (size_t j = lid; j < 7; j += ls)
    s = s * 3 + in[j] + (int)j;
  out[g] = s;
}
