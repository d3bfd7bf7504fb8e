// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between two barriers one work-item of each row works.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void one_work_item_of_each_row(global int *out, global const int *in,
                                      global const float *reals, global float *realsOut, uint n) {
  local int tile[3][64];
  int l = get_local_id(0), size = get_local_size(0);
  local int *row = tile[get_local_id(1)];
  row[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    row[0] += row[size / 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0) + 300 * get_global_id(1)] = row[0] - row[l];
}
