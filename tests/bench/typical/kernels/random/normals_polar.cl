// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Normal numbers by rejection (Marsaglia's polar method), a pair a work-item.
//
// global: 262144   local: 64
// arguments: uint seeds[262144] = bits; float2 out[262144]
// tolerance: 1e-4
__kernel void normals_polar(__global const uint *seeds, __global float2 *out) {
  size_t i = get_global_id(0);
  uint s = seeds[i] | 1u;
  float u, v, q;
  do {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    u = (s >> 8) * 0x1p-23f - 1.0f;
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    v = (s >> 8) * 0x1p-23f - 1.0f;
    q = u * u + v * v;
  } while (q >= 1.0f || q == 0.0f);
  float scale = sqrt(-2.0f * log(q) / q);
  out[i] = (float2)(u * scale, v * scale);
}
