// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of the stream cipher ChaCha20 for each work-item, in vectors of rows.
//
// global: 65536   local: 64
// arguments: uint16 in[65536] = bits; uint16 out[65536]; uint8 key = 1 2 3 4 5 6 7 8
// arguments: uint2 nonce = 9 10
#define HALF                                                                                       \
  a += b;                                                                                          \
  d = rotate(d ^ a, (uint4)(16));                                                                  \
  c += d;                                                                                          \
  b = rotate(b ^ c, (uint4)(12));                                                                  \
  a += b;                                                                                          \
  d = rotate(d ^ a, (uint4)(8));                                                                   \
  c += d;                                                                                          \
  b = rotate(b ^ c, (uint4)(7));

__kernel void chacha20(__global const uint16 *in, __global uint16 *out, uint8 key, uint2 nonce) {
  size_t gid = get_global_id(0);
  const uint4 a0 = (uint4)(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);
  const uint4 b0 = key.lo, c0 = key.hi;
  const uint4 d0 = (uint4)((uint)gid, 0, nonce.x, nonce.y);
  uint4 a = a0, b = b0, c = c0, d = d0;
  for (int i = 0; i < 10; i++) {
    HALF;
    b = b.yzwx;
    c = c.zwxy;
    d = d.wxyz;
    HALF;
    b = b.wxyz;
    c = c.zwxy;
    d = d.yzwx;
  }
  out[gid] = in[gid] ^ (uint16)(a + a0, b + b0, c + c0, d + d0);
}
