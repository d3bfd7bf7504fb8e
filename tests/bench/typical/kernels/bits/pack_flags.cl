// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flags to bits: a group of 32 makes a word, by atomic operations in local memory.
//
// global: 524288   local: 32
// arguments: float in[524288] = random -1 1; uint out[16384]
__kernel void pack_flags(__global const float *in, __global uint *out) {
  __local uint word;
  int lid = get_local_id(0);
  if (lid == 0)
    word = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[get_global_id(0)] > 0.0f)
    atomic_or(&word, 1u << lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0)
    out[get_group_id(0)] = word;
}
