// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards on the id inside of a loop, of constant and of changing bounds.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guard_in_loop(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  int i = get_global_id(0), s = 0;
  bool late = i > 9;
  for (int k = 0; k < (in[i] & 7); ++k) {
    if (late)
      s += in[i - 9 + k];
    if (i > k)
      s ^= in[i - k];
  }
  if (late)
    realsOut[i] = s;
  out[i] = s;
}
