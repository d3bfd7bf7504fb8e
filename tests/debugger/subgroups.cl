// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int sum_of_odd(int x) {
  int sum = 0;
  if (x & 1)
    sum = sub_group_non_uniform_reduce_add(x);
  return sum;
}

__attribute__((intel_reqd_sub_group_size(8)))
kernel void subgroups(global int *out) {
  int i = get_global_id(0);
  int lane = get_sub_group_local_id();
  int total = sub_group_reduce_add(i);
  int before = sub_group_scan_exclusive_add(i);
  int rounds = 0;
  for (int round = 0; round < lane; ++round) {
    if (round == 1)
      continue;
    rounds += sub_group_non_uniform_reduce_add(1);
  }
  int odd = sum_of_odd(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = sub_group_shuffle_xor(odd, 1);
  out[i] = total + before + rounds + other;
}
