// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A break that all would take alike, where only some come.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void uniform_break_in_a_divergent_branch(global int *out, global const int *in,
                                                global const float *reals, global float *realsOut,
                                                uint n) {
  uint u = get_global_id(0) + 64 * get_global_id(1);
  int v = 7 >> (u & 7), r = 1;
  for (int t = 0, e = get_group_id(0) & 3; t < e; ++t) {
    if (1.0f < (float)v * 11.0f) {
      if ((n & 1) == 0)
        break;
    } else
      r = 11;
  }
  out[u] = v ^ ((1 | r) + 11) << 3;
}
