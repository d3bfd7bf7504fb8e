// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups keep their numbers below a bound in order, by a scan of flags in local memory.
//
// global: 262144   local: 64
// arguments: int in[262144] = random 0 99; int out[262144]; int kept[4096]; int bound = 30
kernel void compact_group(global const int *in, global int *out, global int *kept, int bound) {
  local int flags[64];
  int lid = get_local_id(0);
  int value = in[get_global_id(0)];
  int flag = value < bound;
  flags[lid] = flag;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d <<= 1) {
    int other = lid >= d ? flags[lid - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    flags[lid] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (flag)
    out[get_group_id(0) * 64 + flags[lid] - 1] = value;
  if (lid == 63)
    kept[get_group_id(0)] = flags[63];
}
