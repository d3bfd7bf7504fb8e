// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic additions by some work-items to few words, behind other work.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void sum_by_atomics(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float v = reals[i];
  int w = in[i];
  for (int j = 0; j < 12; ++j) {
    w = w * 5 + 1;
    w ^= w >> 3;
    v = v * 0.5f + 1.0f;
  }
  if (w & 1)
    atomic_add(&out[w & 15], w);
  realsOut[i] = v;
}
