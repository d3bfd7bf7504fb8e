// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void blocks(global int *out) {
  int i = get_global_id(0);
  ndrange_t range = ndrange_1D(2);
  if (i == 0)
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, ^{
      size_t j = get_global_id(0);
      out[j] = 40 + j;
    });
}
