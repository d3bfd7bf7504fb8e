// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items return between barriers, in a loop too.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void returns_between_barriers(global int *out, global const int *in,
                                     global const float *reals, global float *realsOut, uint n) {
  local int tile[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  int v = in[i];
  if (v & 1)
    return;
  tile[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < 3; ++j) {
    v += tile[l] ^ j;
    if (v & 32) {
      out[i] = j;
      return;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = v;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = v;
}
