// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic functions whose results give places.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
// oracle: 1000/64 37/37 64/1 129/7
// With several rows the order of the work-items is open, and here it shows.
kernel void compaction(global int *out, global const int *in, global const float *reals,
                       global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i];
  if (v & 3) {
    int k = atomic_inc(out);
    out[16 + (k & 2047)] = v;
  }
  if (v > 0) {
    int k = atomic_sub(out + 1, v & 7);
    realsOut[i] = k;
  }
  realsOut[i + 2048] = atomic_add(out + 2, 3) + atomic_or(out + 3, v);
}
