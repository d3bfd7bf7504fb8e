// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of a factorisation: inside of guards, rows share what lanes load from rows of a matrix.
// launches: 64,8/32,2 70,11/70,1 37,3/37,3 129,6/129,3 45,12/15,3+3,1 64,16/16,16
kernel void rows_that_share_gathers(global int *out, global const int *in,
                                    global const float *reals, global float *realsOut, uint n) {
  int x = get_global_id(0), y = get_global_id(1), pitch = n / 200;
  int at = y * 150 + x;
  if (x <= 2 || y > x || y >= 14)
    return;
  realsOut[at] -= reals[y * pitch + 1] * reals[x * pitch + 1];
}
