// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in steps of the local size that have uniform and divergent loops inside.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void loops_by_local_size_with_inner_loops(global int *out, global const int *in,
                                                 global const float *reals, global float *realsOut,
                                                 uint n) {
  size_t g = get_global_id(0) + 64 * get_global_id(1), ls = get_local_size(0);
  float s = 0;
  for (uint i = get_local_id(0); i < n; i += ls) {
    float x = reals[i];
    if (in[i] & 1)
      continue;
    for (uint r = 0; r < (n & 15); ++r)
      x = x * 0.5f + 0.25f;
    for (int r = 0; r < (in[i] & 3); ++r)
      x -= reals[i + r];
    s += x;
  }
  realsOut[g] = s;
}
