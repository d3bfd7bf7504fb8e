// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// xxHash of rows of 256 bytes, four lanes of 32 bits in a vector.
//
// global: 8192   local: 64
// arguments: uint4 rows[8192*16] = bits; uint hashes[8192]; uint seed = 7; int stripes = 16
__kernel void xxhash32(__global const uint4 *rows, __global uint *hashes, uint seed, int stripes) {
  const uint P1 = 2654435761u, P2 = 2246822519u, P3 = 3266489917u;
  size_t row = get_global_id(0);
  uint4 v = (uint4)(seed + P1 + P2, seed + P2, seed, seed - P1);
  for (int i = 0; i < stripes; i++)
    v = rotate(v + rows[row * stripes + i] * P2, (uint4)(13)) * P1;
  uint h = rotate(v.x, 1u) + rotate(v.y, 7u) + rotate(v.z, 12u) + rotate(v.w, 18u);
  h += stripes * 16;
  h ^= h >> 15;
  h *= P2;
  h ^= h >> 13;
  h *= P3;
  hashes[row] = h ^ (h >> 16);
}
