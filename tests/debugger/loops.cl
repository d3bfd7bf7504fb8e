// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int weight(int x) {
  barrier(CLK_LOCAL_MEM_FENCE);
  return x * 10 + get_local_id(0);
}

kernel void loops(global int *out, int rounds) {
  local int total;
  int lid = get_local_id(0);
  int mine = 0;
  int history[4];
  if (lid == 0)
    total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    int added = weight(round);
    mine += added;
    history[round] = mine;
    atomic_add(&total, added);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int sum = work_group_reduce_add(mine);
  if (lid == 3)
    return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum + history[1] + total;
}
