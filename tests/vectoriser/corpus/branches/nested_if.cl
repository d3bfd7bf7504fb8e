// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches in both arms of branches, with accesses at the bottom.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void nested_if(global int *out, global const int *in, global const float *reals,
                      global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i];
  int r = 1;
  if (v & 1) {
    if (v & 2) {
      r = in[i + 1];
      realsOut[i] = r;
    } else if (v & 4) {
      out[i + 1500] = v;
      r = 7;
    }
  }
  out[i] = r;
}
