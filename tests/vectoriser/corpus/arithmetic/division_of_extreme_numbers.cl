// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zero, -1 and the most negative number as divisors and dividends, and their quotients are
// used.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void division_of_extreme_numbers(global int *out, global const int *in,
                                        global const float *reals, global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int kind = in[i] >> 4 & 15;
  int m = in[i] & 3 ? in[i + 1] : INT_MIN + (in[i] >> 2 & 1);
  int d = kind < 4    ? -1
          : kind < 6  ? 0
          : kind < 8  ? INT_MIN
          : kind < 12 ? in[i + 2]
                      : in[i + 2] >> 24;
  int q = m / d;
  if (in[i] & 256)
    q ^= m % d;
  if (d == 5)
    q += (m + 1) / d + 3 * (m / -1 / d);
  out[i] = q;
  realsOut[i] = (float)(m % d);
}
