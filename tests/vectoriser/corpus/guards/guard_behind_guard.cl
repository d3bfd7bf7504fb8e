// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A return behind a guard, then guards for the edges of a plane.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guard_behind_guard(global int *out, global const int *in, global const float *reals,
                               global float *realsOut, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = n / 10;
  if (x >= w)
    return;
  int at = y * w + x;
  if (x == 0 || x == w - 1 || y == 1) {
    out[at] = in[at] - 5;
    return;
  }
  out[at] = in[at - 1] + 2 * in[at] + in[at + 1];
  if (x > 30 && (in[at] & 1))
    realsOut[at] = reals[at - 30];
}
