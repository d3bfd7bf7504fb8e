// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array of vectors.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void array_of_vectors(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float4 a[4];
  for (int j = 0; j < 4; ++j)
    a[j] = vload4(i + j, reals);
  a[in[i] & 3].y += 2;
  if (in[i] & 8)
    for (uint j = 0; j < n / 300; ++j)
      a[j] = a[j + 1] * 0.5f;
  vstore4(a[0] + a[n / 450] - a[(in[i] >> 5) & 3], i, realsOut);
}
