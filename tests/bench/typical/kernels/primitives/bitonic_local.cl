// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups sort 512 numbers in local memory.
//
// global: 65536   local: 256
// arguments: int in[131072] = bits; int out[131072]
__kernel void bitonic_local(__global const int *in, __global int *out) {
  __local int keys[512];
  int lid = get_local_id(0), base = get_group_id(0) * 512;
  keys[lid] = in[base + lid];
  keys[lid + 256] = in[base + lid + 256];
  for (int k = 2; k <= 512; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int i = 2 * lid - (lid & (j - 1));
      int a = keys[i], b = keys[i + j];
      if ((a > b) == ((i & k) == 0)) {
        keys[i] = b;
        keys[i + j] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + lid] = keys[lid];
  out[base + lid + 256] = keys[lid + 256];
}
