// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More code for each work-item than a vector version pays for.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void many_atomics_in_a_branch(global int *out, global const int *in,
                                     global const float *reals, global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i];
  if (v & 1) {
    v = atomic_xchg(&out[i], v * 3) + 0;
    v = atomic_xchg(&out[i], v * 4) + 1;
    v = atomic_xchg(&out[i], v * 5) + 2;
    v = atomic_xchg(&out[i], v * 6) + 3;
    v = atomic_xchg(&out[i], v * 7) + 4;
    v = atomic_xchg(&out[i], v * 8) + 5;
    v = atomic_xchg(&out[i], v * 9) + 6;
    v = atomic_xchg(&out[i], v * 10) + 7;
    v = atomic_xchg(&out[i], v * 11) + 8;
    v = atomic_xchg(&out[i], v * 12) + 9;
    v = atomic_xchg(&out[i], v * 13) + 10;
    v = atomic_xchg(&out[i], v * 14) + 11;
    v = atomic_xchg(&out[i], v * 15) + 12;
    v = atomic_xchg(&out[i], v * 16) + 13;
    v = atomic_xchg(&out[i], v * 17) + 14;
    v = atomic_xchg(&out[i], v * 18) + 15;
    v = atomic_xchg(&out[i], v * 19) + 16;
    v = atomic_xchg(&out[i], v * 20) + 17;
    v = atomic_xchg(&out[i], v * 21) + 18;
    v = atomic_xchg(&out[i], v * 22) + 19;
    v = atomic_xchg(&out[i], v * 23) + 20;
    v = atomic_xchg(&out[i], v * 24) + 21;
    v = atomic_xchg(&out[i], v * 25) + 22;
    v = atomic_xchg(&out[i], v * 26) + 23;
  }
  out[i] += v;
}
