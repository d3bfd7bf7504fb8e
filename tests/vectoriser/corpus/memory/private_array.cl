// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array with varying indices.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void private_array(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int a[8];
  for (int j = 0; j < 8; ++j)
    a[j] = in[i + j];
  a[in[i] & 7] += 3;
  int s = 0;
  for (int j = 0; j < 8; ++j)
    s = s * 3 + a[j ^ (in[i] >> 4 & 7)];
  out[i] = s;
}
