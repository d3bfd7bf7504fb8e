// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A condition on the local id that a branch and a choice use.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guard_of_two_uses(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  size_t i = get_global_id(0), g = get_group_id(0);
  uint l = get_local_id(0);
  bool is = l == n % 11, in5 = l < 5;
  if (g & 1) {
    if (is)
      out[i] = 4;
  } else {
    if (in5)
      out[i] = 5;
  }
  realsOut[i] = (is ? 2.0f : 3.0f) + (in5 ? 8.0f : reals[i]);
}
