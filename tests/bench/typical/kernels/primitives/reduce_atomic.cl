// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum of whole numbers: groups in local memory by atomic additions, then one for the whole.
//
// global: 1048576   local: 256
// arguments: int in[1048576] = random -9 9; fresh int sum[1]
__kernel void reduce_atomic(__global const int *in, __global int *sum) {
  __local int group_sum;
  if (get_local_id(0) == 0)
    group_sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&group_sum, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_add(sum, group_sum);
}
