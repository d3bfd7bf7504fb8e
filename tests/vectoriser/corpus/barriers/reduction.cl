// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction in local memory by halves.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void reduction(global int *out, global const int *in, global const float *reals,
                      global float *realsOut, uint n) {
  local int tile[64];
  size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 32; s > 0; s >>= 1) {
    if (l < s && l + s < get_local_size(0))
      tile[l] += tile[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0) + get_group_id(1) * 100] = tile[0];
}
