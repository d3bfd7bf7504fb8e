// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every other work-item exchanges two neighbouring elements of local memory: a gang's stores overlap.
// launches: 1000/50 256/256 37/37 64/1 129/43
kernel void exchanged_neighbours(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  local int keys[256];
  int l = get_local_id(0), items = get_local_size(0);
  keys[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < (int)(n >> 6); ++round) {
    if ((l & 1) == (round & 1) && l + 1 < items) {
      int a = keys[l], b = keys[l + 1];
      keys[l] = min(a, b);
      keys[l + 1] = max(a, b);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = keys[l];
}
