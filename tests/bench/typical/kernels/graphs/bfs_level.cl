// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A level of breadth-first search: those of this level give their neighbours the next one.
//
// global: 65536   local: 128
// arguments: int starts[65536+1] = offsets 2 12; int targets[65536*12] = random 0 65535
// arguments: fresh int levels[65536] = values -1 -1 3 -1 -1 2 -1; fresh int changed[1]
// arguments: int level = 3
__kernel void bfs_level(__global const int *starts, __global const int *targets,
                        __global int *levels, __global int *changed, int level) {
  int v = get_global_id(0);
  if (levels[v] != level)
    return;
  for (int e = starts[v]; e < starts[v + 1]; e++) {
    int t = targets[e];
    if (atomic_cmpxchg(&levels[t], -1, level + 1) == -1)
      *changed = 1;
  }
}
