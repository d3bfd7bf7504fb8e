// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of all types of integers by varying and by uniform numbers.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void divisions(global int *out, global const int *in, global const float *reals,
                      global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int a = in[i], b = in[i + 1] >> (i & 31);
  uint ua = a, ub = b;
  short sa = a, sb = b | 1;
  char ca = a, cb = b | 1;
  uchar xa = a, xb = b | 1;
  int r = a / (b ? b : 1) + (int)(ua % (ub ? ub : 7)) + sa / sb + ca % cb + xa / xb;
  r += (int)(i % (n / 7)) * 3 + (int)((i * 5) / (n - 800));
  if (b & 6)
    r += a % (b & 6) + (int)(ua / (ub & 6));
  long la = upsample(a, ub), lb = b | 1;
  out[i] = r + (int)(la / lb) + (int)((ulong)la % (ulong)lb);
}
