// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void subgroups(global int *out) {
  int i = get_global_id(0);
  int total = sub_group_reduce_add(i);
  out[i] = total;
}
