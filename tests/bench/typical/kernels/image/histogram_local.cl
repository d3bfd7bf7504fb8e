// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts of 256 grey values, in local memory and then by one atomic addition of each group.
//
// global: 131072   local: 256
// arguments: uchar in[1048576] = random 0 255; fresh uint counts[256]; uint n = 1048576
__kernel void histogram_local(__global const uchar *in, __global uint *counts, uint n) {
  __local uint bins[256];
  uint lid = get_local_id(0);
  bins[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&bins[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[lid], bins[lid]);
}
