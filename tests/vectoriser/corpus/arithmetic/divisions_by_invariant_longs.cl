// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of 64-bit integers by what all work-items share, in and out of loops and branches: 0,
// -1, powers of two and the extreme numbers among them.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
ulong divisor(int k, uint n) {
  ulong bit = 1ul << (k & 63);
  switch (k >> 6) {
  case 0:
    return bit;
  case 1:
    return bit - 1;
  case 2:
    return bit + 1;
  default:
    return 0x9e3779b97f4a7c15ul * (k + n) >> (k & 63);
  }
}

kernel void divisions_by_invariant_longs(global int *out, global const int *in,
                                         global const float *reals, global float *realsOut,
                                         uint n) {
  size_t i = get_global_id(0);
  ulong t[8] = {0,
                1,
                0x7ffffffffffffffful,
                0x8000000000000000ul,
                0xfffffffffffffffful,
                0xfffffffful,
                0x100000000ul,
                0xfffffffffffffffeul};
  ulong x = i & 8 ? (ulong)in[i] * 0xd1342543de82ef95ul : t[i & 7], r = 0;
  ulong fixed = 0x123456789abcdul * (n + 1) << (n & 7), same = -(ulong)n;
  for (int k = 0; k < 256; k += 3) {
    ulong d = divisor(k, n), a = x + (ulong)r * (k & 1);
    // Next to multiples of the divisor, too.
    if (k & 2)
      a = a % (d | 1) * d + (k >> 3 & 1) - (k >> 4 & 1);
    r = r * 5 + (a / d ^ a % d * 3) + (a >> 1) / fixed;
    long b = (long)a, e = (long)d;
    r += b / e ^ b % e * 7;
    if (((uint)in[i] + k) & 4)
      r ^= a / same + (b >> 3) % (long)-d * 11 + b / (long)fixed;
  }
  if (i > n)
    r += (ulong)(x / (i > n ? fixed : 1)) % same;
  out[i] = (int)(r ^ (r >> 32));
}
