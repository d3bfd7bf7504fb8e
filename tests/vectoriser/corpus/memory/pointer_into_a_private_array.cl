// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer to one of two places in a private array.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void pointer_into_a_private_array(global int *out, global const int *in,
                                         global const float *reals, global float *realsOut,
                                         uint n) {
  size_t i = get_global_id(0);
  int a[4] = {1, 2, 3, 4};
  int *p = in[i] & 1 ? a : a + 2;
  p[1] = in[i];
  out[i] = a[1] + a[3] * 3 + *p;
}
