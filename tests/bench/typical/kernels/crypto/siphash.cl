// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SipHash-2-4 of keys of 16 bytes.
//
// global: 131072   local: 128
// arguments: ulong2 keys[131072] = bits; ulong hashes[131072]
// arguments: ulong2 secret = 12345678901 98765432109
#define ROUND                                                                                      \
  {                                                                                                \
    v0 += v1;                                                                                      \
    v2 += v3;                                                                                      \
    v1 = rotate(v1, 13UL) ^ v0;                                                                    \
    v3 = rotate(v3, 16UL) ^ v2;                                                                    \
    v0 = rotate(v0, 32UL);                                                                         \
    v2 += v1;                                                                                      \
    v0 += v3;                                                                                      \
    v1 = rotate(v1, 17UL) ^ v2;                                                                    \
    v3 = rotate(v3, 21UL) ^ v0;                                                                    \
    v2 = rotate(v2, 32UL);                                                                         \
  }

kernel void siphash(global const ulong2 *keys, global ulong *hashes, ulong2 secret) {
  size_t i = get_global_id(0);
  ulong v0 = secret.x ^ 0x736f6d6570736575UL, v1 = secret.y ^ 0x646f72616e646f6dUL;
  ulong v2 = secret.x ^ 0x6c7967656e657261UL, v3 = secret.y ^ 0x7465646279746573UL;
  ulong m[3] = {keys[i].x, keys[i].y, 16UL << 56};
  for (int k = 0; k < 3; ++k) {
    v3 ^= m[k];
    ROUND;
    ROUND;
    v0 ^= m[k];
  }
  v2 ^= 0xff;
  ROUND;
  ROUND;
  ROUND;
  ROUND;
  hashes[i] = v0 ^ v1 ^ v2 ^ v3;
}
