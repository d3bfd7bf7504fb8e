// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose count is the same for all work-items, with a uniform read.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void uniform_loop(global int *out, global const int *in, global const float *reals,
                         global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float s = 0;
  for (uint a = 0; a < n / 100; ++a)
    s += reals[a * 3] * reals[i + a];
  realsOut[i] = s;
}
