// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A uniform return behind a guard, followed by barriers.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void returns_behind_a_guard_after_a_barrier(global int *out, global const int *in,
                                                   global const float *reals,
                                                   global float *realsOut, uint n) {
  local int tile[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i > 500) {
    float v = sqrt(fabs(reals[n & 63]));
    if (v != 5)
      return;
  }
  for (int j = 0; j < 3; ++j) {
    tile[l] = in[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    realsOut[i] += tile[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = tile[0];
}
