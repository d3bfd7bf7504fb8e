// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both arms of a branch write memory and give a value.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void if_else(global int *out, global const int *in, global const float *reals,
                    global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i];
  int r;
  if (v > 0) {
    r = v * 3;
    realsOut[i] = reals[i];
  } else {
    r = v - 9;
    out[i + 1024] = r;
  }
  out[i] = r;
}
