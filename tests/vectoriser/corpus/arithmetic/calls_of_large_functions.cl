// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that are not inlined, with a result through a pointer.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void calls_of_large_functions(global int *out, global const int *in,
                                     global const float *reals, global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float x = reals[i] * 1e20f;
  int e = 0;
  if (in[i] & 1)
    x = fmod(x, 0.7f) + sin(x);
  realsOut[i] = x + remquo(x, 0.3f, &e);
  out[i] = e;
}
