// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void plane(global int *out) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  size_t index = y * get_global_size(0) + x;
  out[index] = 10 * y + x;
}
