// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void braces(global int *out) {
  int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < 3; ++j) {
    int other = j ^ 1;
    if (other > j)
      sum += other;
  }
  out[i] = sum;
}
