// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches that cost less when both arms are computed.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void small_branches(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i], r = 3;
  if (v & 1) {
    r = v * 3;
    if (v & 2)
      r ^= 5;
  } else if (v & 4)
    r = v >> 2;
  for (int j = 0; j < (v & 15); ++j) {
    if (r & 16)
      r -= j;
    else
      r += v;
    if (r == 77)
      break;
  }
  out[i] = r;
}
