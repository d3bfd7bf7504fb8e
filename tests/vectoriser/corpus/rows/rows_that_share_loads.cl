// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of products of rows with columns, which several rows of work-items do at a time.
// launches: 64,8/32,2 70,11/70,1 37,3/37,3 129,6/129,3 45,12/15,3+3,1 33,4,2/11,2,1
kernel void rows_that_share_loads(global int *out, global const int *in, global const float *reals,
                                  global float *realsOut, uint n) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int sum = 5;
  float real = 0.5f;
  for (uint k = 0; k < n / 100; ++k) {
    sum ^= in[y * 50 + k] * (in[k * 150 + x] | 1) + k;
    real += reals[y * 50 + k] * reals[k * 150 + x + 1];
  }
  size_t at = (z * 13 + y) * 150 + x;
  out[at % 4096] = sum;
  realsOut[at % 4096] = real;
}
