// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that begin at the id and go down, with breaks.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void walks_downwards(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  int i = get_global_id(0);
  float s = 0;
  for (int j = i + 1000; j >= 0; j -= 50) {
    if (reals[j] > 30)
      break;
    s += reals[j];
  }
  for (ulong j = i + 1500; j > 100; --j) {
    s -= reals[j];
    if (j < 1490)
      break;
  }
  realsOut[i] = s;
}
