// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction that works for sizes that are no power of two.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void reduction_of_any_size(global int *out, global const int *in, global const float *reals,
                                  global float *realsOut, uint n) {
  local int tile[256];
  uint l = get_local_id(0), s = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint w = s; w > 1; w = (w + 1) / 2) {
    if (l + (w + 1) / 2 < w)
      tile[l] = tile[l] * 3 - tile[l + (w + 1) / 2];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_local_id(1) == 0 && l == 0)
    out[get_global_id(0)] = tile[0];
}
