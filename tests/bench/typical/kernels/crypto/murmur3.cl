// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MurmurHash3 of 32-byte keys, one key a work-item.
//
// global: 262144   local: 256
// arguments: uint keys[262144*8] = bits; uint hashes[262144]; uint seed = 42
uint murmur_mix(uint k) {
  k *= 0xcc9e2d51u;
  k = rotate(k, 15u);
  return k * 0x1b873593u;
}

uint finalise(uint h) {
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  h ^= h >> 16;
  return h;
}

__kernel void murmur3(__global const uint *keys, __global uint *hashes, uint seed) {
  uint gid = get_global_id(0);
  __global const uint *key = keys + gid * 8;
  uint h = seed;
  for (int i = 0; i < 8; i++) {
    h ^= murmur_mix(key[i]);
    h = rotate(h, 13u) * 5 + 0xe6546b64u;
  }
  h ^= 32;
  hashes[gid] = finalise(h);
}
