// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of a group exchange values behind a barrier.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void exchange_in_a_group(global int *out, global const int *in, global const float *reals,
                                global float *realsOut, uint n) {
  local int tile[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  int v = (int)((uint)in[i] * 3u);
  tile[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  int o = tile[get_local_size(0) - 1 - l];
  if (v > 0)
    o += 5;
  out[i + get_global_id(1) * 64] = o + v;
}
