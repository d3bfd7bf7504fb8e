// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two divergent loops, of which the inner one is left in the middle, and the outer one too.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void nested_loops(global int *out, global const int *in, global const float *reals,
                         global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int s = 0;
  for (int a = 0; a < (in[i] & 7); ++a) {
    for (int b = 0; b < ((in[i] >> 3) & 3); ++b) {
      if (((a + b) & 3) == 2)
        break;
      s += a * b + in[a + b];
    }
    if (s > 1000000)
      break;
  }
  out[i] = s;
}
