// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generator xorshift128+ in 64 bits, to doubles in [0, 1).
//
// global: 16384   local: 128
// arguments: ulong2 states[16384] = bits; double out[16384*32]; int count = 32
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void xorshift128plus(__global const ulong2 *states, __global double *out, int count) {
  size_t gid = get_global_id(0), n = get_global_size(0);
  ulong s0 = states[gid].x, s1 = states[gid].y;
  for (int i = 0; i < count; i++) {
    ulong x = s0;
    const ulong y = s1;
    s0 = y;
    x ^= x << 23;
    s1 = x ^ y ^ (x >> 17) ^ (y >> 26);
    out[i * n + gid] = (double)((s1 + y) >> 11) * 0x1p-53;
  }
}
