// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Something for each stage that can be left out.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void work_for_every_stage(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  local int tile[3][64];
  int own[4];
  int l = get_local_id(0), s = 0;
  local int *row = tile[get_local_id(1)];
  for (int j = 0; j < 4; ++j)
    own[j] = in[l + j];
  for (int j = l; j < (int)n; j += get_local_size(0))
    s += in[j] > 3 ? in[j] * 3 : own[j & 3];
  row[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int w = 32; w > 0; w >>= 1) {
    if (l < w && l + w < (int)get_local_size(0))
      row[l] += row[l + w];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0) + 300 * get_global_id(1)] = row[0] + own[s & 3];
}
