// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rounds of a hash, which take one of sixteen words by a formula that depends on the round, and the
// words that each work-item reads one by one.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
constant uint factors[16] = {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59};
kernel void chosen_places(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  uint u = get_global_id(0), words[16];
  for (int i = 0; i < 4; ++i)
    words[i] = in[u * 4 + i];
  words[4] = 0x80;
  for (int i = 5; i < 16; ++i)
    words[i] = 0;
  words[14] = 128;
  uint a = 1, b = 2, c = 3;
  for (int i = 0; i < 24; ++i) {
    uint f;
    int place;
    if (i < 8) {
      f = bitselect(a, b, c);
      place = i;
    } else if (i < 16) {
      f = a ^ b ^ c;
      place = (5 * i + 1) & 15;
    } else {
      f = c ^ (a | ~b);
      place = (7 * i) & 15;
    }
    uint next = a + rotate(f + words[place], factors[i & 15]);
    a = b;
    b = c;
    c = next;
  }
  out[u] = a ^ b ^ c;
  global const uchar *pixels = (global const uchar *)in;
  uchar bits = 0;
  for (int k = 0; k < 8; ++k)
    if (pixels[u * 8 + k] > factors[k])
      bits |= 0x80 >> k;
  uint sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += in[u * 4 + k] & 0xffff;
  out[1024 + u] = bits | sum << 8;
}
