// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private arrays with initial values, with constant, uniform and varying indices.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void initialised_array(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int a[6] = {3, 1, 4, 1, 5, 9};
  float b[8] = {0};
  for (int j = 0; j < 6; ++j) {
    if (in[i + j] & 1)
      a[j] += in[i];
    b[j + 1] = a[j] * b[j] + reals[i];
  }
  int s = 0;
  for (uint j = 0; j < n / 150; ++j)
    s = s * 5 + a[j];
  out[i] = s + a[(uint)in[i] % 6];
  realsOut[i] = b[(uint)in[i] % 8] + b[n / 200];
}
