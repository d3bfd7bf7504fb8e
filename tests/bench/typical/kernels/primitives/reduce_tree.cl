// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of groups by a tree in local memory.
//
// global: 1048576   local: 256
// arguments: float in[1048576] = random 0 1; float out[4096]; local float[256]; uint n = 1048576
__kernel void reduce_tree(__global const float *in, __global float *out, __local float *scratch,
                          const uint n) {
  uint gid = get_global_id(0);
  uint lid = get_local_id(0);
  scratch[lid] = gid < n ? in[gid] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s)
      scratch[lid] += scratch[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = scratch[0];
}
