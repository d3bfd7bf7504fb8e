// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisors that are zero in some work-items, whose quotients are not used.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void division(global int *out, global const int *in, global const float *reals,
                     global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int d = in[i + 1] & 3;
  int r = in[i] / d;
  if (d)
    r += in[i] % d;
  uint u = (uint)in[i] / ((uint)in[i + 2] & 7);
  out[i] = d ? r + (int)u * (((uint)in[i + 2] & 7) != 0) : 0;
}
