// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest number and its place: work-items stride over the array, groups finish by a tree.
//
// global: 4096   local: 128
// arguments: float in[1048576] = random -1 1; float best[32]; int where[32]; int n = 1048576
__kernel void reduce_grid_stride(__global const float *in, __global float *best,
                                 __global int *where, int n) {
  __local float values[128];
  __local int places[128];
  int lid = get_local_id(0);
  float value = -FLT_MAX;
  int place = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    float v = in[i];
    if (v > value) {
      value = v;
      place = i;
    }
  }
  values[lid] = value;
  places[lid] = place;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 64; s > 0; s >>= 1) {
    if (lid < s) {
      float other = values[lid + s];
      int at = places[lid + s];
      if (other > values[lid] || (other == values[lid] && at < places[lid])) {
        values[lid] = other;
        places[lid] = at;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    best[get_group_id(0)] = values[0];
    where[get_group_id(0)] = places[0];
  }
}
