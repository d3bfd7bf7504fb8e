// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards on local ids in the arms of a uniform branch.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guards_on_one_way(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  size_t i = get_global_id(0), g = get_group_id(0);
  uint l = get_local_id(0);
  int v = in[i];
  if (g & 1) {
    if (l == 5) {
      out[i] = v;
      realsOut[i] = reals[i] * 3;
    }
  } else if (g & 2) {
    if (l < n % 23)
      realsOut[i] = reals[i] + 1;
  } else {
    if (l >= n % 7)
      out[i] = v ^ 1;
    if (l != 9)
      realsOut[i] = 2;
  }
}
