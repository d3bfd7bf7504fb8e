// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of 64 taps over a tile of the signal in local memory.
//
// global: 262144   local: 256
// arguments: float in[262144+64] = random -1 1; float taps[64] = random -0.1 0.1; float out[262144]
#define TAPS 64

__kernel void fir_local(__global const float *in, __constant float *taps, __global float *out) {
  __local float tile[256 + TAPS];
  int gid = get_global_id(0), lid = get_local_id(0);
  tile[lid] = in[gid];
  if (lid < TAPS)
    tile[lid + 256] = in[gid + 256];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
#pragma unroll 8
  for (int k = 0; k < TAPS; k++)
    sum += taps[k] * tile[lid + k];
  out[gid] = sum;
}
