// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gravity among all bodies, of which a group keeps a tile in local memory.
//
// global: 4096   local: 128
// arguments: float4 bodies[4096] = random 0 1; float4 accelerations[4096]; int n = 4096
// arguments: float softening = 0.01; local float4[128]
// tolerance: 1e-4
__kernel void nbody_tile(__global const float4 *bodies, __global float4 *accelerations, int n,
                         float softening, __local float4 *tile) {
  int i = get_global_id(0);
  int lid = get_local_id(0);
  float4 me = bodies[i];
  float3 a = (float3)(0.0f);
  for (int base = 0; base < n; base += get_local_size(0)) {
    tile[lid] = bodies[base + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < (int)get_local_size(0); j++) {
      float4 other = tile[j];
      float3 d = other.xyz - me.xyz;
      float r2 = dot(d, d) + softening;
      float inv = rsqrt(r2);
      a += d * (other.w * inv * inv * inv);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[i] = (float4)(a, 0.0f);
}
