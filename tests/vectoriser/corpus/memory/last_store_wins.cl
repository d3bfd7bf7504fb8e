// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All work-items that come there write the same word.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void last_store_wins(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  if (in[i] & 2)
    out[3000] = 17;
  out[i] = 1;
}
