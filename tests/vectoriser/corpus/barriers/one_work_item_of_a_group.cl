// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item of each row works, with a loop of its own.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void one_work_item_of_a_group(global int *out, global const int *in,
                                     global const float *reals, global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint l = get_local_id(0);
  if (l == n - 895) {
    int v = 0;
    for (uint k = 0; k < get_local_size(0); ++k)
      v += in[i + k];
    out[i] = v;
  }
}
