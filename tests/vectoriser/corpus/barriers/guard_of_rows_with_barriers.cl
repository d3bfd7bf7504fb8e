// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction of each row: guards on local ids between barriers.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guard_of_rows_with_barriers(global int *out, global const int *in,
                                        global const float *reals, global float *realsOut, uint n) {
  local int tile[3][64];
  int l = get_local_id(0), size = get_local_size(0);
  local int *row = tile[get_local_id(1)];
  row[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = 32; width > 0; width >>= 1) {
    if (l < width && l + width < size)
      row[l] += row[l + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0) + 200 * get_global_id(1)] = row[0];
}
