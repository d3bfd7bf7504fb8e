// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction of each row of a group by halves.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void reduction_of_rows(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  local int tiles[3][64];
  size_t l = get_local_id(0), y = get_local_id(1);
  local int *tile = tiles[y];
  tile[l] = in[get_global_id(0)] + y;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 32; s > 0; s >>= 1) {
    if (l < s && l + s < get_local_size(0))
      tile[l] += tile[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0) + get_global_id(1) * 100] = tile[0];
}
