// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many quotients of 32 bits near multiples of the divisor.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void widest_divisions(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint s = i * 2654435761u + 1, r = 0;
  for (int k = 0; k < 60; ++k) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    uint a = s >> (k & 7), b = (s * 0x9e3779b9u) >> (s & 31);
    if (k & 8)
      a = (s % 5 * b) + (s >> 9 & 1) - (s >> 8 & 1);
    r = r * 5 + (a / b ^ a % b * 3);
    int c = a, d = s & 64 ? b : -b;
    r = r * 5 + (c / d ^ c % d * 3);
  }
  out[i] = r;
}
