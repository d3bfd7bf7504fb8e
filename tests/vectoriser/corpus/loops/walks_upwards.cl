// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that begin at the id: indices and pointers grow by constant and uniform steps.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void walks_upwards(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  int i = get_global_id(0);
  int s = 0;
  for (int j = i; j < 2000; j += 64)
    s = s * 3 + in[j];
  for (uint j = i; j < n * 2; j += n / 10)
    s += in[j];
  global const int *p = in + i;
  for (uint k = 0; k < n / 90; ++k) {
    s ^= *p;
    p += n / 30;
  }
  out[i] = s;
}
