// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of ids with bounds in all forms, each guarding something.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guards_of_many_kinds(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  int i = get_global_id(0), l = get_local_id(0), m = n;
  int r = 0;
  if (i < m - 20)
    r += in[i + 1];
  else
    r -= 3;
  if (900 > l + 1)
    r ^= in[i + 2] << 1;
  if ((uint)(i - 1) < 100u)
    r += in[i] * 3;
  if (i != 35)
    r += in[i + 3];
  if (l == 5)
    realsOut[i] = 1;
  if (!(i >= 3 && i <= 800))
    out[i + 1024] = r;
  if (20 - l > 2)
    r += in[i + 5];
  out[i] = r;
}
