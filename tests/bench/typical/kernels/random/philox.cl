// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Philox with ten rounds: four numbers for each counter.
//
// global: 262144   local: 256
// arguments: float4 out[262144]; uint2 key = 12345 67890
kernel void philox(global float4 *out, uint2 key) {
  uint4 c = (uint4)((uint)get_global_id(0), 0, 0, 0);
  for (int r = 0; r < 10; ++r) {
    uint lo0 = 0xD2511F53u * c.x, hi0 = mul_hi(0xD2511F53u, c.x);
    uint lo1 = 0xCD9E8D57u * c.z, hi1 = mul_hi(0xCD9E8D57u, c.z);
    c = (uint4)(hi1 ^ c.y ^ key.x, lo1, hi0 ^ c.w ^ key.y, lo0);
    key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
  }
  out[get_global_id(0)] = convert_float4(c >> 8) * 0x1p-24f;
}
