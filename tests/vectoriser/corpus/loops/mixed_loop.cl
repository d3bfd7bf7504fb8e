// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A uniform loop that only some work-items run.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void mixed_loop(global int *out, global const int *in, global const float *reals,
                       global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int s = 0;
  if (in[i] & 1)
    for (uint a = 0; a < n / 100; ++a) {
      s += in[a];
      if (s < 0)
        s ^= in[i];
    }
  out[i] = s;
}
