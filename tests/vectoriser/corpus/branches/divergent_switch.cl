// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A switch over varying values with a fall through and writes.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void divergent_switch(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int r;
  switch (in[i] & 7) {
  case 0:
    r = 5;
    break;
  case 1:
    r = in[i + 1];
  case 2:
    r = in[i] * 3;
    break;
  case 5:
    realsOut[i] = 1;
    r = 2;
    break;
  default:
    r = -1;
  }
  out[i] = r;
}
