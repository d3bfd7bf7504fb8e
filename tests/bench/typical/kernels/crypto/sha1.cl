// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-1 of a password and a salt of 32 bytes together, in a rolling schedule.
//
// global: 65536   local: 128
// arguments: uint8 messages[65536] = bits; uint digests[65536*5]
#define R(t)                                                                                       \
  (w[(t) & 15] =                                                                                   \
       rotate(w[((t) + 13) & 15] ^ w[((t) + 8) & 15] ^ w[((t) + 2) & 15] ^ w[(t) & 15], 1u))

__kernel void sha1(__global const uint8 *messages, __global uint *digests) {
  size_t gid = get_global_id(0);
  uint w[16];
  vstore8(messages[gid], 0, w);
  w[8] = 0x80000000u;
  for (int i = 9; i < 15; i++)
    w[i] = 0;
  w[15] = 256;
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
  for (int t = 0; t < 80; t++) {
    uint f, k;
    if (t < 20) {
      f = (b & c) | (~b & d);
      k = 0x5a827999;
    } else if (t < 40) {
      f = b ^ c ^ d;
      k = 0x6ed9eba1;
    } else if (t < 60) {
      f = (b & c) | (b & d) | (c & d);
      k = 0x8f1bbcdc;
    } else {
      f = b ^ c ^ d;
      k = 0xca62c1d6;
    }
    uint x = t < 16 ? w[t] : R(t);
    uint next = rotate(a, 5u) + f + e + k + x;
    e = d;
    d = c;
    c = rotate(b, 30u);
    b = a;
    a = next;
  }
  __global uint *digest = digests + gid * 5;
  digest[0] = a + 0x67452301;
  digest[1] = b + 0xefcdab89;
  digest[2] = c + 0x98badcfe;
  digest[3] = d + 0x10325476;
  digest[4] = e + 0xc3d2e1f0;
}
